/** One sample of the answer of `/metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples at a time; `at` is a value of `performance.now()`. */
export interface Scrape {
  readonly at: number;
  readonly samples: readonly Sample[];
}

const line = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /([A-Za-z_]\w*)="((?:\\.|[^"\\])*)"/g;

/** Parses the text format of Prometheus. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap((one) => {
    const [, name, labels = '', value] = line.exec(one) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, labels: labelsIn(labels), value: Number(value.replace(/^([+-]?)Inf$/, '$1Infinity')) }];
  });
}

/** Sum of the samples of all processes. @returns null when no process reports one */
export function sumOf(samples: readonly Sample[], name: string, labels: Sample['labels'] = {}): number | null {
  const wanted = Object.entries(labels);
  const found = samples.filter((one) => one.name === name && wanted.every(([key, text]) => one.labels[key] === text));
  return found.length === 0 ? null : found.reduce((all, { value }) => all + value, 0);
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(label)].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character));
}
