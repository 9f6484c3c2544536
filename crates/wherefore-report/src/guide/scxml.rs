//! Topic `scxml` of `wherefore explain`: what is read of a statechart, and what can be added to it.

use super::{Group, Topic, word};

/// The language.
pub const LANGUAGE: Topic = Topic {
    id: "scxml",
    group: Group::Language,
    summary: "statecharts of the W3C, and what can be added to them",
    explanation: "SCXML files are read as the standard means them: states, parallel regions, history, final states, \
         internal and external events, delayed events, executable content. Expressions are ECMAScript without \
         functions; an object of plain values is as many data items as it has values. The standard has no types, \
         inputs or properties. They can be added in a namespace of their own, xmlns:wf=\"urn:wherefore:scxml:1\", which other tools ignore.\n\n\
         <data wf:type=\"bool|int|real|enum\" wf:range=\"0..40\" wf:values=\"low high\">: the type of a data item. \
         Where nothing is declared, it is inferred from how the item is used; an integer for which no bounds are found \
         has those of a comment before it, <!-- TYPE count:int8 -->, as AS2FM writes it. A range alone is one of integers; with \
         the type real, float32 or float64 it bounds a real, and its ends may be decimal numbers, as in \
         wf:range=\"-1.5..99.5\". An input keeps to its range, and a value outside that is assigned is reported. \
         Floats are read as exact reals; only where two models are compared can they also be taken as what they are, \
         in the widest format that the chart declares.\n\n\
         <data wf:input=\"true\">: the environment chooses its value with every event that it sends. Otherwise, and \
         in a property, it is the value chosen last.\n\n\
         <data wf:choice=\"true\">: the machine itself chooses its value with every event, and the choice is not \
         visible from outside: the model leaves it open. It is read like an input, and has finitely many values. With \
         it the same inputs can have different outputs.\n\n\
         <data wf:init=\"any\">: it starts with any value of its type.\n\n\
         <data wf:output=\"true\">: it is an output, visible from outside whenever the machine is at rest; for an \
         array, each element is. Two models that are compared must show the same outputs.\n\n\
         <transition wf:name=\"t4\">: what the transition is called in reports. Without it, its ends, event and \
         line.\n\n\
         <wf:event name=\"set\"><wf:param name=\"to\" range=\"0..5\"/></wf:event>, below <scxml>: an event that the \
         environment may send, and what it carries. Without any, it sends every event that some transition names and \
         the chart does not send itself.\n\n\
         <wf:invariant name=\"safe\">In('on') -> t > 24</wf:invariant>, below <scxml>: what must be true whenever the \
         machine is at rest. Beside ECMAScript there are -> and <->. In XML < is written &lt; and && is written \
         &amp;&amp;, or the whole stands in <![CDATA[...]]>.\n\n\
         <wf:ltl name=\"answered\">G(In('asked') -> F(In('done')))</wf:ltl>, below <scxml>: an LTL property.\n\n\
         <scxml wf:queue=\"3\" wf:microsteps=\"50\">: the most events that may wait in a queue, and the most \
         microsteps after one external event. A run that needs more is reported as a mistake of the model.\n\n\
         What the standard leaves open: the amount of time that passes is not part of the model. A delayed event \
         comes at some rest after it was sent, but not before one that is certainly due earlier; a cancelled one does \
         not come; the same <send> can be pending once. What the chart sends to itself without delay waits like any \
         other external event: what the environment sends may come before, and in a trace the input `event` is `self` \
         where it is taken. Math.random() is any number from 0 to below 1, drawn anew in every microstep. \
         Events sent to others are not seen again. When a final child of <scxml> is entered, the machine stops there, and the exit blocks that the standard would execute then are not executed. Reading what \
         has no value, a value that does not fit its type, a division by zero: each is reported with the run that \
         leads there, before any property is checked.\n\n\
         A chart that a state invokes, in <content> or with src in a file of the model's folder, is a session of the \
         model: it starts with fresh data, those of <param> and namelist included, when its state has been entered and \
         nothing else is due, is cancelled when the state is left, and ends with done.invoke and its id. Its states, data and \
         events are called c.s, c.x and c: e if its id is c. A session goes on alone until it rests; at rest the environment chooses \
         which session takes its next event: from outside, from itself (`c: self`), from the chart that invokes it (`c: from parent`), or from one that it \
         invokes (`from c`). Events of one sender come in their order, those of different senders in any. An event for \
         a session that does not run is lost.\n\n\
         Any other service is a part of the environment, and for a chart the note scxml-invoke says why: done.invoke \
         with its id, and what an invoked document in the same file sends to #_parent, can come at any time. For \
         <finalize>, the input ID.sends says of each event whether the service sent it.\n\n\
         Charts that send to each other by their names are one system: <send target=\"Pump\"> means the chart in Pump.scxml in \
         the folder of the model, or the one whose document has that name, and <wf:chart src=\"clock.scxml\"/>, below <scxml>, takes in \
         one to which nothing is sent; what those send to is taken in as well. All are entered together, the main chart first. Each goes \
         on until it rests; at rest the environment chooses which chart takes its next event: from outside, from itself \
         (`Pump: self`), or from another (`Pump: from Clock`). Each chart keeps what each other has sent in a queue of its own, so that \
         events of one sender come in their order and those of different senders in any; no chart is sure to be chosen ever. More \
         events in a queue than wf:queue of the main chart says are a mistake of the model; where it says nothing, the largest that another says counts. An event that nothing in the receiver waits for is not sent. A chart \
         that has come to its end takes its events and does nothing. What the environment sends is what <wf:event> declares in each \
         chart, or else what its transitions name and no chart sends to it.\n\n\
         Properties are those of the chart that is checked, over all charts at rest. They call states and data of the others, and of \
         sessions that are invoked, by the name of the chart with a dot: In('Pump.on') and Pump.level. The note scxml-network says which \
         charts run together; where one of them cannot be a part, each is read on its own, the others are its environment, \
         and the note says why. Documents for AS2FM are read too: callbacks of ROS and of behaviour trees \
         are transitions, messages to no chart of the folder are events sent to others, and each <target id=\"...\" \
         prob=\"...\"/> of a transition may be where it leads. In SCAN a chart waits \
         until the delay of what it sends is over; here, as in the standard, it goes on at once and only the event is late.",
    advice: "",
};

/// The words, in the order of listing.
pub const WORDS: &[Topic] = &[word(
    "rest",
    "a statechart waiting for its next external event",
    "After an external event a statechart takes transitions without an event, and those for events that it has raised \
     itself, until nothing is left to do. Each of these microsteps is a step of a run; the states between them are \
     transient, and the report says which input is still being handled. Properties are about the machine at rest \
     only. Inputs are chosen at rest, when the environment sends something, and keep their values up to the next \
     time.",
    "",
)];
