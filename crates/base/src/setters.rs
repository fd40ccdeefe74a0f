//! Setters of options, so that a type can gain a field without breaking those who set others.

/// Gives an options type a method for each of the named fields, which takes the options and returns them with that field changed. The type is
/// `#[non_exhaustive]`, so other crates begin with a default and change what differs:
///
/// ```
/// /// How to look.
/// #[derive(Default)]
/// #[non_exhaustive]
/// pub struct Looking<'a> {
///     /// Where.
///     pub place: Option<&'a str>,
///     /// How far.
///     pub depth: usize,
/// }
///
/// partita_base::setters! { Looking<'a> { place: Option<&'a str>, depth: usize } }
///
/// assert_eq!(Looking::default().depth(3).place(Some("here")).depth, 3);
/// ```
#[macro_export]
macro_rules! setters {
    ($options:ident $(<$life:lifetime>)? { $($field:ident: $type:ty),* $(,)? }) => {
        impl $(<$life>)? $options $(<$life>)? {
            $(
                #[doc = concat!("The same with this [`", stringify!($field), "`](field@", stringify!($options), "::", stringify!($field), ").")]
                #[must_use]
                pub fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
