import { parse } from 'yaml';
import { textOf } from './product.ts';

export const PROMETHEUS = 'docs/deploy/prometheus';

/** A rule of Prometheus: a recorded figure or an alert. */
export interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

const rulesIn = (file: string): Rule[] =>
  (parse(textOf(`${PROMETHEUS}/${file}`)) as RuleFile).groups.flatMap(({ rules }) => rules);

export const recorded = rulesIn('rules.yaml');
export const alerts = rulesIn('alerts.yaml');
