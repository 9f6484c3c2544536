//! Topic `project` of `wherefore explain`: many models, compared with what is expected of them.

use super::{Group, Topic};

/// The file of expectations.
pub const PROJECT: Topic = Topic {
    id: "project",
    group: Group::Word,
    summary: "a folder whose wherefore.toml says what is expected of its models",
    explanation: "`wherefore check FOLDER`, or `wherefore check` for the folder it stands in, reads wherefore.toml there. `models` is a \
         list of patterns below the folder: `*` stands for any part of a name, `**` for any folders. timeout, deadline, \
         memory, level and max_classes are limits for each model, as on the command line. A table [expect.\"door.smv\"] \
         says what is expected of a model: `violated` gives the ids of the classes of each violated property, and an \
         empty list is violated whichever way; `vacuous` and `undetermined` are lists of properties. What is not \
         mentioned is expected to hold. A model that states no property has no warnings of `lint`, other than those with \
         an id in `allow`.\n\n\
         Each model is checked by `why`, in a process of its own, --jobs at a time. It is `as expected`, it `differs` \
         (another verdict, a way that is new or gone, a property that is not there), it is `undetermined` if all that differs was \
         not decided or not finished, or it is an `error`. A way that an incomplete list lacks is not called gone. The exit \
         code is 0 only if every model is as expected; 1 if one differs, 2 for an error, 3 for what is undetermined.\n\n\
         `--update` rewrites the file so that everything is expected as it was found. Comments and the order stay; a list that \
         is empty stays empty. Ids of warnings of models without properties are added to `allow`. `--format json` is a document \
         with the schema `wherefore-project/1` (schema/wherefore-project-1.schema.json), `junit` has a suite for each model, and `sarif` joins the logs of all models, \
         each of which is checked once more for it.",
    advice: "write `models = [\"*.smv\"]` to wherefore.toml, then run: wherefore check --update",
};
