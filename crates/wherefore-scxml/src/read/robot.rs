//! The elements for robots: callbacks and messages of ROS, and leaves of behaviour trees, as AS2FM defines them.
//!
//! Such a document describes one node among others, which are its environment. A callback is a transition on an event from
//! outside, a message is a `<send>` to another node, and both are called as AS2FM calls them in the plain documents that it
//! makes. What an event carries is a field of `_event.data`. An input port of a behaviour tree is a constant that may be any
//! value of its type.
//!
//! ```text
//! <ros_topic_subscriber name="charge" topic="/battery/charge" type="std_msgs/Bool"/>
//! <ros_topic_callback name="charge" target="full" cond="_msg.data"/>
//!
//! <transition event="topic_battery__charge_msg" target="full" cond="_event.data.ros_fields__data"/>
//! ```

use super::node::{child, descendants, element};
use super::vocabulary::{BLOCKS, Element, plain};
use super::{Checked, Reader, Reported, codes};
use crate::chart::{ActionKind, Data, Descriptor, Destination, Expr, ExprKind, Send, SendId, StateId, Transition};
use roxmltree::Node;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::unique;

/// Part that an element plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Names something of ROS or of a behaviour tree, and does nothing.
    Declaration,
    /// A transition on the events with these names.
    Callback(&'static [&'static str]),
    /// A send of the event with this name.
    Message(&'static str),
    /// Part of another element.
    Part,
}

/// An element for robots.
pub(super) struct RobotElement {
    pub element: Element,
    role: Role,
}

const STATES: &[&str] = &["state", "parallel"];

const fn declares(name: &'static str, attributes: &'static [&'static str]) -> RobotElement {
    RobotElement { element: plain(name, attributes, &["scxml"]), role: Role::Declaration }
}

const fn hears(name: &'static str, events: &'static [&'static str]) -> RobotElement {
    RobotElement { element: plain(name, &["name", "target", "cond"], STATES), role: Role::Callback(events) }
}

const fn says(name: &'static str, event: &'static str) -> RobotElement {
    RobotElement { element: plain(name, &["name", "goal_id"], BLOCKS), role: Role::Message(event) }
}

const fn part(
    name: &'static str,
    attributes: &'static [&'static str],
    parents: &'static [&'static str],
) -> RobotElement {
    RobotElement { element: plain(name, attributes, parents), role: Role::Part }
}

/// In the names of events, `#` is the topic, service or action, and `@` the document.
pub(super) const ROBOT: &[RobotElement] = &[
    declares("ros_topic_publisher", &["name", "topic", "type"]),
    declares("ros_topic_subscriber", &["name", "topic", "type"]),
    declares("ros_service_client", &["name", "service_name", "type"]),
    declares("ros_service_server", &["name", "service_name", "type"]),
    declares("ros_action_client", &["name", "action_name", "type"]),
    declares("ros_action_server", &["name", "action_name", "type"]),
    declares("ros_time_rate", &["name", "rate_hz"]),
    declares("bt_declare_port_in", &["key", "type"]),
    hears("ros_topic_callback", &["topic_#_msg"]),
    hears("ros_service_handle_request", &["srv_#_request"]),
    hears("ros_service_handle_response", &["srv_#_response_client_@"]),
    hears("ros_action_handle_goal", &["action_#_goal_handle"]),
    hears("ros_action_handle_feedback", &["action_#_feedback_handle_client_@"]),
    hears("ros_action_handle_success_result", &["action_#_result_handle_client_@.succeeded"]),
    hears("ros_action_handle_aborted_result", &["action_#_result_handle_client_@.aborted"]),
    hears("ros_action_handle_canceled_result", &["action_#_result_handle_client_@.canceled"]),
    hears("ros_rate_callback", &["ros_time_rate.#"]),
    hears("bt_tick", &["bt_tick"]),
    hears("bt_halt", &["bt_halt"]),
    RobotElement {
        element: plain("ros_action_handle_goal_response", &["name", "accept", "reject"], STATES),
        role: Role::Callback(&["action_#_goal_accept_client_@", "action_#_goal_reject_client_@"]),
    },
    says("ros_topic_publish", "topic_#_msg"),
    says("ros_service_send_request", "srv_#_req_client_@"),
    says("ros_service_send_response", "srv_#_response"),
    says("ros_action_send_goal", "action_#_goal_req_client_@"),
    says("ros_action_accept_goal", "action_#_goal_accepted"),
    says("ros_action_reject_goal", "action_#_goal_rejected"),
    says("ros_action_feedback", "action_#_feedback"),
    says("ros_action_succeed", "action_#_result"),
    says("ros_action_aborted", "action_#_result"),
    RobotElement { element: plain("bt_return_status", &["status"], BLOCKS), role: Role::Message("bt_response") },
    RobotElement { element: plain("bt_return_halted", &[], BLOCKS), role: Role::Message("bt_halt_response") },
    part("field", &["name", "expr"], &["send"]),
    part("expr", &[], &["field", "assign"]),
    part("service_name", &[], &["ros_service_client", "ros_service_server"]),
    part("topic", &[], &["ros_topic_publisher", "ros_topic_subscriber"]),
    part("action_name", &[], &["ros_action_client", "ros_action_server"]),
    part("bt_get_input", &["key"], &["expr", "service_name", "topic", "action_name"]),
];

/// The element for robots of this name.
fn robot(name: &str) -> Option<&'static RobotElement> {
    ROBOT.iter().find(|e| e.element.name == name)
}

/// The element of the standard whose place an element takes.
pub(super) fn stands_for(name: &str) -> &str {
    match robot(name).map(|e| e.role) {
        Some(Role::Callback(_)) => "transition",
        Some(Role::Message(_)) => "send",
        _ => name,
    }
}

impl<'d, 't> Reader<'d, 't> {
    /// Says that the document is one for robots, and makes its input ports data.
    pub(super) fn declare_robot(&mut self, root: Node<'d, 't>) {
        let mut nodes = descendants(root).filter(|n| element(*n).and_then(robot).is_some_and(|e| e.role != Role::Part));
        let Some(first) = nodes.next() else { return };
        self.names.messages = true;
        let headline = "elements for robots are read as AS2FM defines them";
        let diagnostic = Diagnostic::at(codes::ROBOT, self.tag(first), headline, "here for the first time");
        self.report.push(diagnostic);
        let ports: Vec<Node> = root.children().filter(|n| element(*n) == Some("bt_declare_port_in")).collect();
        for port in ports {
            self.declare_port(root, port);
        }
    }

    /// Makes a port that is assigned to something a constant of any value.
    fn declare_port(&mut self, root: Node<'d, 't>, port: Node<'d, 't>) {
        let Ok(key) = self.required(port, "key") else { return };
        let key = key.value.trim().to_owned();
        let asks = |n: &Node| n.attribute("key").is_some_and(|k| k.trim() == key);
        let mut assigned = descendants(root).filter(|n| element(*n) == Some("assign")).filter_map(given);
        if !assigned.any(|n| asks(&n)) {
            return;
        }
        let declared = self.declared_type(port);
        let name = unique(key.clone(), |name| self.names.data.contains_key(name));
        let span = self.tag(port);
        let data = Data { declared: declared.ty, bounds: declared.bounds, any: true, ..Data::new(&name, span) };
        let id = self.add(data, StateId::ROOT);
        self.ports.insert(key, id);
    }

    /// Value of an `<expr>` inside an element: that of an input port.
    pub(super) fn port(&mut self, node: Node) -> Option<Checked<Expr>> {
        let input = given(node)?;
        let span = self.tag(input);
        let key = input.attribute("key").unwrap_or("").trim();
        Some(match self.ports.get(key) {
            Some(data) => Ok(Expr { kind: ExprKind::Data(*data), span }),
            None => Err(self.undeclared_interface(key, span)),
        })
    }

    fn undeclared_interface(&mut self, name: &str, span: Span) -> Reported {
        let diagnostic = Diagnostic::at(codes::UNDECLARED, span, format!("nothing declares `{name}`"), "not declared");
        self.report.push(diagnostic.help("name a topic, service, action, timer or port that the document declares"))
    }

    /// The transitions that a callback stands for.
    pub(super) fn callbacks(&mut self, node: Node<'d, 't>, source: StateId) -> Vec<Checked<Transition>> {
        let Some(Role::Callback(patterns)) = element(node).and_then(robot).map(|e| e.role) else { return Vec::new() };
        let ways: &[&str] = if patterns.len() == 1 { &["target"] } else { &["accept", "reject"] };
        let read = |(pattern, way): (&&str, &&str)| match self.robot_event(node, pattern) {
            Ok(prefix) => {
                let events = vec![Descriptor { prefix, exact: false, span: self.tag(node) }];
                self.alternatives(node, source, events, way)
            }
            Err(reported) => vec![Err(reported)],
        };
        patterns.iter().zip(ways).flat_map(read).collect()
    }

    /// Reads a message; it leaves the document.
    pub(super) fn message(&mut self, node: Node<'d, 't>) -> Checked<ActionKind> {
        let Some(Role::Message(pattern)) = element(node).and_then(robot).map(|e| e.role) else {
            return Ok(ActionKind::Cancel(Vec::new()));
        };
        let name = self.robot_event(node, pattern)?;
        let event = self.event(&name);
        if self.output(node, &name) {
            return Ok(self.execution_error());
        }
        let number = SendId(self.chart.sends.len() as u32);
        let span = self.tag(node);
        let send =
            Send { event, to: Destination::Elsewhere, delay: None, unknown: false, params: Vec::new(), id: None, span };
        self.chart.sends.push(send);
        Ok(ActionKind::Send(number))
    }

    /// The event of a callback or message, as AS2FM calls it.
    fn robot_event(&mut self, node: Node<'d, 't>, pattern: &str) -> Checked<String> {
        if !pattern.contains('#') {
            return Ok(pattern.to_owned());
        }
        let text = self.required(node, "name")?;
        let name = text.value.trim();
        let root = node.document().root_element();
        let kinds = pattern.split('_').next().unwrap_or("");
        let address = |n: Node<'d, 't>| {
            ["topic", "service_name", "action_name"].into_iter().find_map(|a| n.attribute(a)).map(str::trim)
        };
        let declares = |n: &Node<'d, 't>| {
            let known = element(*n)
                .and_then(robot)
                .is_some_and(|e| e.role == Role::Declaration && of_kind(e.element.name, kinds));
            known && (n.attribute("name").map(str::trim).or(address(*n)) == Some(name))
        };
        let Some(declaration) = root.children().find(declares) else {
            return Err(self.undeclared_interface(name, text.whole()));
        };
        let address = address(declaration).unwrap_or(name).trim_matches('/').replace('/', "__");
        let name = pattern.replace('#', &address).replace('@', &self.chart.name);
        self.event_name(&name, text.whole())
    }
}

/// Whether a declaration is of the kind that the name of an event begins with.
fn of_kind(declaration: &str, event: &str) -> bool {
    let kind = match event {
        "topic" => "ros_topic",
        "srv" => "ros_service",
        "action" => "ros_action",
        _ => "ros_time",
    };
    declaration.starts_with(kind)
}

/// The input port whose value is given inside an element.
fn given<'d, 't>(node: Node<'d, 't>) -> Option<Node<'d, 't>> {
    child(child(node, "expr")?, "bt_get_input")
}
