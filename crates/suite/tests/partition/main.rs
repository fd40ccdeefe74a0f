//! Tests of `partita-partition` through its public interface.

mod comm_axes;
mod h200;
mod memory;
mod reshard_prices;
mod timeline;
mod uneven_links;
mod wide_sums;
