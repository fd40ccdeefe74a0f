//! The memory chart.

use super::view::CourseView;
use crate::show::byte_text;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 220.0;
/// Margins: bytes on the left, lines below, the peak above.
const LEFT: f64 = 80.0;
const BELOW: f64 = 24.0;
const ABOVE: f64 = 16.0;

/// Draws the maximum memory during each section of the program, as an area with steps.
pub(super) fn course_svg(course: &CourseView) -> String {
    let Some((top, &peak)) =
        course.bytes.iter().enumerate().max_by_key(|&(at, bytes)| (*bytes, std::cmp::Reverse(at)))
    else {
        return String::new();
    };
    if peak == 0 {
        return String::new();
    }
    let step = (WIDTH - LEFT) / course.bytes.len() as f64;
    let x = |at: usize| LEFT + at as f64 * step;
    let y = |bytes: u64| HEIGHT - BELOW - (HEIGHT - BELOW - ABOVE) * (bytes as f64 / peak as f64);
    let mut path = format!("M{LEFT} {:.1}", y(0));
    for (at, &bytes) in course.bytes.iter().enumerate() {
        path += &format!("L{:.1} {:.1}L{:.1} {:.1}", x(at), y(bytes), x(at + 1), y(bytes));
    }
    path += &format!("L{WIDTH} {:.1}Z", y(0));
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"memory of a device over the program\">\n\
         <title>Bytes on each device over {} ops; the peak is {}</title>\n",
        course.ops,
        byte_text(peak)
    );
    for share in 0..=4u64 {
        let value = (u128::from(peak) * u128::from(share) / 4) as u64;
        out += &format!(
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{0:.1}\" y2=\"{0:.1}\"></line>\
             <text x=\"{1}\" y=\"{2:.1}\" text-anchor=\"end\">{3}</text>\n",
            y(value),
            LEFT - 8.0,
            y(value) + 4.0,
            byte_text(value)
        );
    }
    out += &format!("<path class=\"area\" d=\"{path}\"></path>\n");
    out += &format!(
        "<circle class=\"peak\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"></circle>\n",
        x(top) + step / 2.0,
        y(peak)
    );
    const TICKS: usize = 6;
    let mut before = None;
    for tick in 0..TICKS {
        let at = tick * (course.lines.len().max(1) - 1) / (TICKS - 1);
        let Some(line) = course.lines.get(at).filter(|_| before != Some(at)) else { continue };
        before = Some(at);
        let anchor = if tick == TICKS - 1 { "end" } else { "start" };
        let place = if tick == TICKS - 1 { x(at + 1) } else { x(at) };
        out += &format!(
            "<text x=\"{place:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">line {line}</text>\n",
            HEIGHT - 6.0
        );
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_at_the_top() {
        let course = CourseView::new(&[0, u64::MAX, 5], &[1, 2, 3]);
        let svg = course_svg(&course);
        assert!(svg.contains("cx=\"520.0\" cy=\"16.0\""), "{svg}");
        assert_eq!(course_svg(&CourseView::new(&[], &[])), "");
        assert_eq!(course_svg(&CourseView::new(&[0, 0], &[1, 1])), "");
    }
}
