//! The output of Partita: plain view structs with a text and a JSON form.

mod alternatives;
mod candidates;
mod checkpoint;
#[cfg(feature = "ckks")]
mod ckks;
mod codes;
mod comms;
mod comms_fixes;
mod comms_groups;
mod conflicts;
mod cost;
mod defined_value;
mod demo;
mod diagnostic;
mod diff;
mod draw;
mod explained_propagation;
mod explains;
mod explorer;
mod export;
#[cfg(feature = "onnx")]
mod finding;
mod fitted;
#[cfg(feature = "onnx")]
mod inferred;
mod interface;
mod jax_lines;
mod labels;
mod layers;
mod location;
mod memory;
mod memory_groups;
#[cfg(feature = "onnx")]
mod model;
#[cfg(feature = "onnx")]
mod model_answers;
#[cfg(feature = "onnx")]
mod model_mesh;
mod named;
mod outline;
mod page;
mod passes;
mod plan;
mod program;
mod propagation;
mod ranked;
#[cfg(feature = "onnx")]
mod ranks;
mod reduction;
mod remedies;
mod remesh;
mod reshard;
mod results;
mod rule_tests;
mod sarif;
mod show;
mod show_summary;
mod solution;
mod source_names;
mod sources;
mod steps;
mod suggestions;
mod table;
mod test_files;
mod unruled;
mod verification;
mod view;
mod visible;
mod why;
mod why_view;
mod workflow;

pub use alternatives::{AlternativeView, AlternativesView};
pub use candidates::Candidate;
pub use checkpoint::{CheckpointTensor, CheckpointView};
#[cfg(feature = "ckks")]
pub use ckks::{
    Agreement, CountView, DeployFigure, DeployView, DeployedFile, EncryptedRunView, PlanParts, PlanView,
    RingView, RunTime, SchemeView, SimulationView, held_line,
};
pub use codes::{CodePageView, CodesView};
pub use comms::{CauseView, CollectiveView, CommsView, RunsView, TotalView, UncountedView, most_bytes};
pub use comms_fixes::{CommsFixView, TriedView, can_be_annotated, reason_of_cause};
pub use comms_groups::{CommsGroupView, CommsSummary, op_pattern};
pub use conflicts::{ConflictGroupView, ConflictSummary};
pub use cost::{CostGroupView, CostSummary, OverlapView, StepCostView, TaskView, TimePartsView};
pub use defined_value::{DefinedValue, ShardingNotations, defined_values, explain_definition};
pub use demo::{DemoView, ExampleView, LoweredBrief, PartitionedBrief};
pub use diagnostic::{
    Color, DiagnosticView, FixView, RefusalView, TextPosition, diagnostics_json, diagnostics_list,
    diagnostics_summary, no_errors_line, render_diagnostics, within_budget_line,
};
pub use diff::{ChangedGroup, ChangedValue, DiffView, SideView};
pub use draw::{DrawView, DrawingsView};
pub use explained_propagation::{ExplainedPropagationView, ExplanationLimits, ListedValue};
#[cfg(feature = "onnx")]
pub use explorer::RowKeys;
pub use explorer::{
    BodyView, BufferView, ChangeView, ExplorerView, GraphGroup, GraphInput, GraphNode, GraphValue, GraphView,
    GroupKind, LiveView, PlacedCollective, PlacedCosts, ValueKey, refusal_json, refusal_of_findings,
};
pub use export::{Folding, RecordError, TraceCollective, TraceOp, TraceView, read_record, record_json};
#[cfg(feature = "onnx")]
pub use finding::{findings_as_diagnostics, findings_json, findings_summary, render_findings};
pub use fitted::fitted;
#[cfg(feature = "onnx")]
pub use inferred::InferredView;
pub use interface::InterfaceView;
pub use jax_lines::{AnnotatedValues, JaxConstraintView, JaxLinesView, JaxShardingView, argument_path};
pub use labels::TextNames;
pub use location::{add_locations, describe_location};
pub use memory::{FigureView, MemoryView, TensorView, WhereView};
pub use memory_groups::{MemorySummary, TensorGroupView};
#[cfg(feature = "onnx")]
pub use model::{AnnotationView, ConfigurationView, ModelTensorView, ModelView, SpecView, spec_text};
#[cfg(feature = "onnx")]
pub use model_answers::{ModelAnswers, draw_value};
#[cfg(feature = "onnx")]
pub use model_mesh::{ModelMeshView, ModelMeshesView, ModelShardingView};
pub use outline::{OutlinedValue, ProgramOutline, ValueRole};
pub use page::{CostView, CourseView, OtherFile, PartView, ReportView, ShownFinding};
pub use passes::PassesView;
pub use plan::{
    CertificateView, ModelAnswer, PlanFigures, PlanLinesView, PlanRowView, SearchEnd, ShardLinesView,
    ShardingPlanView,
};
pub use program::{LineView, ProgramView};
pub use propagation::{PropagationView, ShardedValue, WarningView, propagation_summary};
pub use ranked::{By, ListOptions};
#[cfg(feature = "onnx")]
pub use ranks::{RankFileView, RanksVerificationView, RanksView};
pub use reduction::ReduceView;
pub use remesh::{IndivisibleView, RemeshView};
pub use reshard::ReshardView;
pub use results::{OutputView, OutputsView, ResultView, ResultsView};
pub use rule_tests::{RuleTestView, RuleTestsView, TestedFactorView};
pub use sarif::{Findings, sarif_log};
pub use show::{FunctionView, MeshView, ModuleView, ModulesView, ValueView};
pub use show_summary::ModulesSummary;
pub use solution::SolutionView;
pub use sources::{PlaceView, SourceFinder, SourceView, name_layers};
pub use steps::{StepChange, StepView, StepsView};
pub use suggestions::{PriceView, SuggestView, SuggestionView};
pub use table::Table;
pub use test_files::{TestFailureView, TestFileView, TestFilesView};
pub use verification::{DifferenceView, LargestView, VerificationView};
pub use view::View;
pub use visible::{visible, visible_line};
pub use why::{Answers, ShardedSite, Unanswerable, ValueSite};
pub use why_view::{
    AnswersView, BarrierView, BlameView, DimView, HopView, Mark, OriginView, WhyNotView, WhyView,
};
pub use workflow::workflow_commands;
