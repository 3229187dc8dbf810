const tones = {
  ready: 'good',
  running: 'good',
  active: 'good',
  unavailable: 'bad',
  'set aside': 'bad',
  'out of service': 'bad',
  problem: 'bad',
  gone: 'bad',
  open: 'bad',
  dead: 'bad',
  done: 'good',
  paid: 'good',
  created: 'medium',
  pending: 'medium',
  warning: 'medium',
  disabled: 'medium',
} as const;

/** A state as coloured text. */
export function Badge({ state, children }: { readonly state: string; readonly children: string }) {
  const tone = (tones as Readonly<Record<string, string>>)[state] ?? 'plain';
  return <span class={`badge ${tone}`}>{children}</span>;
}
