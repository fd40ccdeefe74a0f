//! Setters for options types, so that a type can gain a field without breaking its users.

/// Generates a method for each of the named fields of an options type, which takes the options and returns them with that field changed. The type is
/// `#[non_exhaustive]`, so other crates start with the default and change individual fields:
///
/// ```
/// /// Options of a search.
/// #[derive(Default)]
/// #[non_exhaustive]
/// pub struct SearchOptions<'a> {
///     /// Where to start.
///     pub place: Option<&'a str>,
///     /// The maximum depth.
///     pub depth: usize,
/// }
///
/// partita_base::setters! { SearchOptions<'a> { place: Option<&'a str>, depth: usize } }
///
/// assert_eq!(SearchOptions::default().depth(3).place(Some("here")).depth, 3);
/// ```
#[macro_export]
macro_rules! setters {
    ($options:ident $(<$life:lifetime>)? { $($field:ident: $type:ty),* $(,)? }) => {
        impl $(<$life>)? $options $(<$life>)? {
            $(
                #[doc = concat!("Returns the options with this [`", stringify!($field), "`](field@", stringify!($options), "::", stringify!($field), ").")]
                #[must_use]
                pub fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
