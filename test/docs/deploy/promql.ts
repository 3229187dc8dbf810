import type { SyntaxNodeRef } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** A metric of an expression, with the labels that its matchers name. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Metrics and labels of an expression of Prometheus. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `on` and similar clauses, which some metric of the expression must have. */
  readonly groupings: readonly string[];
}

/** Variables of Grafana, which it replaces by durations before it sends an expression. */
const durations = /\$__(?:rate_interval|interval|range)\b/g;

/** Reads an expression of a rule or of a panel. @throws Error with the expression when it is no PromQL */
export function readExpression(given: string): Expression {
  const text = given.replaceAll(durations, '5m');
  const selectors: { metric: string; labels: string[] }[] = [];
  const groupings: string[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      const word = text.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`This is no PromQL, at "${text.slice(node.from)}": ${given}`);
      if (node.name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      if (node.name === 'Identifier') selectors.at(-1)!.metric = word;
      if (node.name === 'LabelName') (isMatched(node) ? selectors.at(-1)!.labels : groupings).push(word);
    },
  });
  return { selectors, groupings };
}

function isMatched({ node }: SyntaxNodeRef): boolean {
  return node.parent?.name === 'UnquotedLabelMatcher';
}

/** Labels of a target, which Prometheus adds; labels of samples with the same names get the prefix `exported_`. */
const ofTarget = ['job', 'instance'];

/** Returns the labels of each series in an answer of `/metrics`, by its name, as they are after the scrape. */
export function scraped(answer: string): Map<string, Set<string>> {
  const found = new Map([['up', new Set(ofTarget)]]);
  for (const [, name = '', labels = ''] of answer.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set(ofTarget);
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g))
      known.add(ofTarget.includes(label) ? `exported_${label}` : label);
    found.set(name, known);
  }
  return found;
}

/** Returns the metrics and labels of an expression that do not exist. */
export function missingIn(given: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const { selectors, groupings } = readExpression(given);
  const missing = selectors.flatMap(({ metric, labels }) => {
    const series = known.get(metric);
    if (!series) return [metric];
    return labels.filter((label) => !series.has(label)).map((label) => `${metric}{${label}}`);
  });
  const all = new Set(selectors.flatMap(({ metric }) => [...(known.get(metric) ?? [])]));
  return [...missing, ...groupings.filter((label) => !all.has(label)).map((label) => `by (${label}): ${given}`)];
}
