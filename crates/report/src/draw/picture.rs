//! The picture of a tensor on its mesh, in text.
//!
//! Two dimensions are drawn as a grid of boxes, one box per shard, with the devices that hold it. Every other sharded
//! dimension repeats the grid, once per shard; dimensions with a single shard appear only in the caption. Rows,
//! columns and grids beyond a limit are omitted in the middle, so that a picture of any mesh fits on a screen.

use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, DeviceSlices, notation};

use super::DrawView;

/// The largest number of rows of a single grid, of rows of several grids, and of grids.
const MOST_ROWS: usize = 12;
const MOST_ROWS_OF_SEVERAL: usize = 6;
const MOST_GRIDS: usize = 12;
/// The number of lines that several grids may take.
const MOST_LINES: usize = 36;
/// The longest list of devices in a box.
const WIDEST_LIST: usize = 18;
/// The largest number of replicas that are visited to write the list of a box.
const MOST_VISITED: u64 = 4096;
/// The space between grids that are side by side.
const GAP: &str = "   ";

/// One of the shards of a dimension, or the place of the omitted ones.
type Shown = Option<u64>;

/// Draws a tensor: a caption, the grids, and notes about replicas, partial values, padding and omitted shards.
pub(super) fn draw_tensor(view: &DrawView) -> String {
    let picture = Picture::new(view);
    let mut out = picture.caption();
    out.push('\n');
    let omits = picture.draw(&mut out);
    let notes = picture.notes(omits);
    if !notes.is_empty() {
        out.push('\n');
        notes.iter().for_each(|note| out.push_str(&format!("{note}\n")));
    }
    out
}

struct Picture<'v> {
    view: &'v DrawView,
    slices: DeviceSlices<'v>,
    shards: Vec<u64>,
    local: Vec<u64>,
    /// The dimension that is drawn downwards.
    rows: Option<usize>,
    /// The dimension that is drawn from left to right.
    columns: Option<usize>,
    /// The other sharded dimensions.
    grids: Vec<usize>,
}

impl<'v> Picture<'v> {
    fn new(view: &'v DrawView) -> Self {
        let slices = DeviceSlices::new(&view.mesh, &view.sharding, &view.shape);
        let shards = slices.shards();
        let sharded: Vec<usize> = (0..shards.len()).filter(|&dim| shards[dim] > 1).collect();
        // The last two sharded dimensions, completed by the last unsharded ones.
        let mut drawn: Vec<usize> = sharded.iter().rev().take(2).copied().collect();
        let unsharded = (0..shards.len()).rev().filter(|dim| !sharded.contains(dim));
        drawn.extend(unsharded.take(2 - drawn.len()));
        drawn.sort_unstable();
        let grids = sharded.into_iter().filter(|dim| !drawn.contains(dim)).collect();
        let columns = drawn.pop();
        let local = view.sharding.local_shape(&view.shape);
        Self { view, slices, shards, local, rows: drawn.pop(), columns, grids }
    }

    fn caption(&self) -> String {
        let DrawView { name, element, mesh, .. } = self.view;
        let name = name.as_ref().map(|name| format!("{name} is ")).unwrap_or_default();
        let axes: Vec<String> = mesh
            .axis_ids()
            .map(|id| {
                let axis = mesh.axis(id);
                format!("{}={}", notation::axes_notation(mesh, &[axis]), axis.size())
            })
            .collect();
        let count = mesh.device_count();
        let devices = if count == 1 { "1 device".to_string() } else { format!("{count} devices") };
        let on = if axes.is_empty() { devices } else { format!("{} ({devices})", axes.join(", ")) };
        let product = self.shards.iter().fold(1u64, |all, &shards| all.saturating_mul(shards));
        let sizes = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>();
        let local = format!("{element}[{}]", sizes(&self.local).join(","));
        let shards = match product {
            1 => "not sharded".to_string(),
            _ => format!("{} shards of {local}", sizes(&self.shards).join("×")),
        };
        format!("{name}{}\non {on}: {shards}\n{}", self.view.tensor_text(), self.directions())
    }

    /// Which dimension is drawn in which direction.
    fn directions(&self) -> String {
        let list = |dims: &[usize]| dims.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let mut out = Vec::new();
        out.extend(self.rows.map(|dim| format!("dim {dim} down")));
        out.extend(self.columns.map(|dim| format!("dim {dim} across")));
        if !self.grids.is_empty() {
            out.push(format!("one grid per shard of dim {}", list(&self.grids)));
        }
        let drawn =
            |dim: &usize| self.rows == Some(*dim) || self.columns == Some(*dim) || self.grids.contains(dim);
        let hidden: Vec<usize> = (0..self.shards.len()).filter(|dim| !drawn(dim)).collect();
        if !hidden.is_empty() {
            out.push(format!("dim {} unsharded", list(&hidden)));
        }
        if out.is_empty() { String::new() } else { format!("{}\n", out.join(", ")) }
    }

    /// Draws all grids; returns whether it omitted shards.
    fn draw(&self, out: &mut String) -> bool {
        let counts: Vec<u64> = self.grids.iter().map(|&dim| self.shards[dim]).collect();
        let all = counts.iter().fold(1u64, |all, &count| all.saturating_mul(count));
        let most_rows = if all > 1 { MOST_ROWS_OF_SEVERAL } else { MOST_ROWS };
        let rows = self.rows.map_or(vec![Some(0)], |dim| shown_indices(self.shards[dim], most_rows));
        let index = |shown: &Shown| shown.map(|index| digits(index, &counts));
        let widest: Vec<Vec<u64>> = shown_indices(all, MOST_GRIDS).iter().filter_map(index).collect();
        let layout = self.fit(&rows, widest.iter());
        let per_line = ((self.view.width + GAP.len()) / (layout.width() + GAP.len())).max(1);
        let lines = MOST_LINES / (2 * rows.len() + 3);
        let shown = shown_indices(all, (lines * per_line).clamp(3, MOST_GRIDS));
        let shards: Vec<Option<Vec<u64>>> = shown.iter().map(index).collect();
        let groups = shards.split(Option::is_none);
        let omitted = all - shown.iter().flatten().count() as u64;
        for (index, group) in groups.enumerate() {
            if index > 0 {
                out.push_str(&format!("⋮ {omitted} more grids\n\n"));
            }
            let group: Vec<&Vec<u64>> = group.iter().flatten().collect();
            let mut lines = group.chunks(per_line).peekable();
            while let Some(line) = lines.next() {
                let grids: Vec<Vec<String>> =
                    line.iter().map(|grid| self.grid_lines(&layout, &rows, grid)).collect();
                for row in 0..grids[0].len() {
                    let cells: Vec<String> =
                        grids.iter().map(|grid| pad_end(&grid[row], layout.width())).collect();
                    out.push_str(cells.join(GAP).trim_end());
                    out.push('\n');
                }
                if lines.peek().is_some() || (index == 0 && omitted > 0) {
                    out.push('\n');
                }
            }
        }
        [shown, rows, layout.columns].iter().any(|shown| shown.contains(&None))
    }

    /// The most columns that fit into the width.
    fn fit<'g>(&self, rows: &[Shown], grids: impl Iterator<Item = &'g Vec<u64>> + Clone) -> Grid {
        let count = self.columns.map_or(1, |dim| self.shards[dim]);
        let label = self.rows.map_or(0, |dim| self.label_width(dim, rows));
        let header = grids.clone().map(|grid| self.header(grid).chars().count()).max().unwrap_or(0);
        // A box is at least four columns wide.
        let mut most = self.view.width / 4;
        loop {
            let columns = shown_indices(count, most);
            let titles = self.columns.map_or(0, |dim| self.label_width(dim, &columns));
            let lists = grids.clone().flat_map(|grid| {
                let (columns, rows) = (&columns, rows);
                rows.iter().flat_map(move |row| columns.iter().map(move |column| (grid, row, column)))
            });
            let widest =
                lists.map(|(grid, row, column)| self.cell(grid, *row, *column).chars().count()).max();
            let layout = Grid { label, cell: titles.max(widest.unwrap_or(0)), header, columns };
            if layout.width() <= self.view.width || most <= 3 {
                return layout;
            }
            most -= 1;
        }
    }

    /// The lines of one grid, without trailing spaces.
    fn grid_lines(&self, layout: &Grid, rows: &[Shown], grid: &[u64]) -> Vec<String> {
        let Grid { label, cell, columns, .. } = layout;
        let margin = " ".repeat(if *label == 0 { 0 } else { label + 1 });
        let mut lines = Vec::new();
        if !self.grids.is_empty() {
            lines.push(self.header(grid));
        }
        if let Some(dim) = self.columns {
            let titles = columns.iter().map(|&shard| centred(&self.label(dim, shard), cell + 2));
            lines.push(format!("{margin} {}", titles.collect::<Vec<_>>().join(" ")));
        }
        let rule = |left: char, middle: &str, right: char| {
            let dashes = vec!["─".repeat(cell + 2); columns.len()];
            format!("{margin}{left}{}{right}", dashes.join(middle))
        };
        lines.push(rule('┌', "┬", '┐'));
        for (index, &row) in rows.iter().enumerate() {
            if index > 0 {
                lines.push(rule('├', "┼", '┤'));
            }
            let cells: Vec<String> =
                columns.iter().map(|&column| centred(&self.cell(grid, row, column), cell + 2)).collect();
            let title =
                self.rows.map_or_else(String::new, |dim| format!("{:>label$} ", self.label(dim, row)));
            lines.push(format!("{title}│{}│", cells.join("│")));
        }
        lines.push(rule('└', "┴", '┘'));
        lines
    }

    /// Which shards of the other dimensions a grid shows: `dim 0: 0:4`.
    fn header(&self, grid: &[u64]) -> String {
        let at = self.grids.iter().zip(grid);
        let at = at.map(|(&dim, &shard)| format!("dim {dim}: {}", self.label(dim, Some(shard))));
        at.collect::<Vec<_>>().join(", ")
    }

    /// The devices that hold a shard.
    fn cell(&self, grid: &[u64], row: Shown, column: Shown) -> String {
        let (Some(row), Some(column)) = (row, column) else {
            return if row.is_none() { "⋮".into() } else { "…".into() };
        };
        let mut shard = vec![0; self.shards.len()];
        self.grids.iter().zip(grid).for_each(|(&dim, &index)| shard[dim] = index);
        self.rows.into_iter().for_each(|dim| shard[dim] = row);
        self.columns.into_iter().for_each(|dim| shard[dim] = column);
        let visited = self.slices.replicas().min(MOST_VISITED) as usize;
        let devices: Vec<u64> =
            self.slices.devices(&shard).take(visited).map(|device| self.view.device(device)).collect();
        device_list(&devices, self.slices.replicas())
    }

    /// The range of one shard, and the padding after it: `8:10+2`.
    fn label(&self, dim: usize, shard: Shown) -> String {
        let Some(shard) = shard else { return "…".into() };
        let (local, size) = (self.local[dim], self.view.shape[dim]);
        let start = shard.saturating_mul(local).min(size);
        let end = start.saturating_add(local).min(size);
        let range = if start == end && local > 0 { String::new() } else { format!("{start}:{end}") };
        match local - (end - start) {
            0 => range,
            padding => format!("{range}+{padding}"),
        }
    }

    fn label_width(&self, dim: usize, shown: &[Shown]) -> usize {
        shown.iter().map(|&shard| self.label(dim, shard).chars().count()).max().unwrap_or(0)
    }

    fn notes(&self, omits: bool) -> Vec<String> {
        let DrawView { mesh, sharding, shape, .. } = self.view;
        let mut notes = Vec::new();
        let names = |axes: &[AxisRef]| {
            let each = axes.iter().map(|&axis| notation::axes_notation(mesh, &[axis]));
            each.collect::<Vec<_>>().join(", ")
        };
        let unreduced = sharding.unreduced_axes();
        let partial = shard_count(unreduced);
        let copies = self.slices.replicas() / partial.max(1);
        if copies > 1 {
            notes.push(format!("replicated: {copies} devices hold each shard"));
        }
        if !unreduced.is_empty() {
            notes.push(format!(
                "partial along {}: each of {partial} devices holds a value that is still to be combined ({})",
                names(unreduced),
                sharding.reduction()
            ));
        }
        if sharding.indivisible_dims(shape).next().is_some() {
            notes.push("+n: the shard ends with n elements of padding".into());
        }
        if omits {
            notes.push("… and ⋮: shards that are not shown; JSON has the ranges of every device".into());
        }
        notes
    }
}

/// The columns of a grid and their widths.
struct Grid {
    /// The width of the labels of rows; 0 without labels.
    label: usize,
    /// The width of a box without its border and the spaces beside it.
    cell: usize,
    /// The width of the widest header.
    header: usize,
    columns: Vec<Shown>,
}

impl Grid {
    fn width(&self) -> usize {
        let margin = if self.label == 0 { 0 } else { self.label + 1 };
        (margin + 1 + self.columns.len() * (self.cell + 3)).max(self.header)
    }
}

/// All of `0..count`, or the first ones, a gap and the last one if there are more than `most`.
fn shown_indices(count: u64, most: usize) -> Vec<Shown> {
    let most = most.max(3) as u64;
    if count <= most {
        return (0..count).map(Some).collect();
    }
    (0..most - 2).map(Some).chain([None, Some(count - 1)]).collect()
}

/// The digits of an index over several counts, major first.
fn digits(mut index: u64, counts: &[u64]) -> Vec<u64> {
    let mut out: Vec<u64> = counts
        .iter()
        .rev()
        .map(|&count| {
            let digit = index % count;
            index /= count;
            digit
        })
        .collect();
    out.reverse();
    out
}

/// Devices as `0-3,8`, with the middle omitted if the list is long. `count` is the number of all devices.
fn device_list(devices: &[u64], count: u64) -> String {
    let mut parts: Vec<String> = Vec::new();
    for run in devices.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, .., last] if run.len() > 2 => parts.push(format!("{first}-{last}")),
            _ => parts.extend(run.iter().map(u64::to_string)),
        }
    }
    let is_complete = devices.len() as u64 == count;
    let all = parts.join(",");
    if is_complete && (all.len() <= WIDEST_LIST || parts.len() == 1) {
        return all;
    }
    let last = if is_complete { format!(",{}", parts[parts.len() - 1]) } else { String::new() };
    let mut out = parts[0].clone();
    for part in &parts[1..] {
        if out.len() + part.len() + last.len() + 3 > WIDEST_LIST {
            break;
        }
        out.push_str(&format!(",{part}"));
    }
    format!("{out},…{last}")
}

fn centred(text: &str, width: usize) -> String {
    let free = width.saturating_sub(text.chars().count());
    format!("{}{text}{}", " ".repeat(free / 2), " ".repeat(free - free / 2))
}

fn pad_end(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_devices_are_short() {
        assert_eq!(device_list(&[7], 1), "7");
        assert_eq!(device_list(&[0, 1], 2), "0,1");
        assert_eq!(device_list(&[0, 1, 2, 3, 8], 5), "0-3,8");
        let strided: Vec<u64> = (0..64).map(|device| device * 8).collect();
        assert_eq!(device_list(&strided, 64), "0,8,16,24,32,…,504");
        assert_eq!(device_list(&strided[..3], 1 << 32), "0,8,16,…");
        let run: Vec<u64> = (4_294_963_200..4_294_963_204).collect();
        assert_eq!(device_list(&run, 4), "4294963200-4294963203");
    }

    #[test]
    fn many_indices_are_omitted_in_the_middle() {
        assert_eq!(shown_indices(3, 3), [Some(0), Some(1), Some(2)]);
        assert_eq!(shown_indices(9, 4), [Some(0), Some(1), None, Some(8)]);
        assert_eq!(digits(5, &[2, 3]), [1, 2]);
    }
}
