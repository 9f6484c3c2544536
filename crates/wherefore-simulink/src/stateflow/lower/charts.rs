//! All charts of a diagram.

use super::{Built, Run, Seen, Started, chart_of};
use crate::flat::InstanceId;
use crate::lower::{Lowerer, Signal};
use std::collections::BTreeSet;
use std::rc::Rc;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

impl<'m> Lowerer<'_, 'm> {
    /// Builds all charts, those that feed others first: what they do to stores of the diagram is done in this order.
    pub(crate) fn build_charts(&mut self) -> Checked<()> {
        let order = self.chart_order();
        let mut result = Ok(());
        for id in &order {
            let started = self.in_place(*id, |this| this.start(*id));
            result = result.and(started.map(|started| _ = self.started.insert(*id, started)));
        }
        result?;
        let mut result = Ok(());
        for id in order {
            let built = self.in_place(id, |this| this.chart(id).map(|_| ()));
            result = result.and(built);
        }
        self.close_stores();
        result
    }

    /// The charts by the numbers of their blocks, but those that feed a chart before it.
    fn chart_order(&self) -> Vec<InstanceId> {
        let flat = self.flat;
        let mut charts: Vec<InstanceId> =
            flat.ids().filter(|id| flat.get(*id).kind == "Chart" && chart_of(flat, *id).is_some()).collect();
        charts
            .sort_by_key(|id| (flat.get(*id).block.sid.parse::<u64>().unwrap_or(u64::MAX), flat.get(*id).path.clone()));
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        for chart in charts {
            let mut open = vec![(chart, false)];
            while let Some((id, done)) = open.pop() {
                if done {
                    order.push(id);
                } else if seen.insert(id) {
                    open.push((id, true));
                    let instance = flat.get(id);
                    let control = instance.control.iter().map(|(_, wire)| wire);
                    let sources = instance.inputs.iter().flatten().chain(control).map(|wire| wire.from);
                    let delayed = matches!(instance.kind.as_str(), "UnitDelay" | "Memory" | "Delay");
                    open.extend(sources.filter(|_| !delayed).map(|id| (id, false)));
                }
            }
        }
        order.retain(|id| flat.get(*id).kind == "Chart" && chart_of(flat, *id).is_some());
        order
    }

    fn start(&mut self, id: InstanceId) -> Checked<Started> {
        let Some(chart) = chart_of(self.flat, id) else {
            return Err(self.unsupported(id, "the file does not have its chart"));
        };
        let element = self.element(id);
        let title = self.flat.get(id).block.title();
        let outer = self.builder.current();
        let call = self.builder.enter(&title, Some(element));
        let mut run = Run::new(self, id, chart);
        let started = run.started();
        let started = started.map(|(initial, begin)| Started {
            call,
            layout: std::mem::take(&mut run.layout),
            step: run.step.take(),
            initial,
            begin,
            sayings: std::mem::take(&mut run.sayings),
            moves: std::mem::take(&mut run.moves),
            state_elements: std::mem::take(&mut run.state_elements),
            transition_elements: std::mem::take(&mut run.transition_elements),
        });
        self.builder.resume(outer);
        started
    }

    /// An output of a chart.
    pub(crate) fn chart_output(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        let built = self.chart(id)?;
        match built.outputs.get(port) {
            Some(signal) => Ok(signal.clone()),
            None => Err(self.unsupported(id, "outputs of charts that are no data are not supported")),
        }
    }

    fn chart(&mut self, id: InstanceId) -> Checked<Rc<Built>> {
        if let Some(built) = self.charts.get(&id) {
            return Ok(Rc::clone(built));
        }
        let Some(chart) = chart_of(self.flat, id) else {
            return Err(self.unsupported(id, "the file does not have its chart"));
        };
        let started = match self.started.remove(&id) {
            Some(started) => started,
            None => self.start(id)?,
        };
        let inputs = self.inputs(id)?;
        let outer = self.builder.resume(started.call);
        let mut run = Run::new(self, id, chart);
        let built = run.build(started, &inputs);
        run.low.builder.resume(outer);
        let built = Rc::new(built?);
        self.chart_order.push(id);
        self.charts.insert(id, Rc::clone(&built));
        Ok(built)
    }

    /// What a name means in a chart: a state or a datum behind the path of the chart, `Chart/A` or `Chart.A`.
    pub(crate) fn part_of_chart(&self, name: &str) -> Option<BlockId> {
        self.charts.iter().find_map(|(id, built)| {
            let rest = name.strip_prefix(self.flat.get(*id).path.as_str())?;
            built.named.get(rest.strip_prefix(['/', '.'])?).copied()
        })
    }

    /// What is seen of the charts.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.chart_order.iter().filter_map(|id| self.charts.get(id)).map(|built| built.seen.clone()).collect()
    }
}
