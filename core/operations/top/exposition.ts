/** One sample of the answer of `/metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const line = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /([A-Za-z_]\w*)="((?:\\.|[^"\\])*)"/g;

/** Parses the text format of Prometheus. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap((one) => {
    const [, name, labels = '', value] = line.exec(one) ?? [];
    return name === undefined || value === undefined
      ? []
      : [{ name, labels: labelsIn(labels), value: numberOf(value) }];
  });
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(label)].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character));
}

function numberOf(text: string): number {
  return Number(text.replace(/^([+-]?)Inf$/, '$1Infinity'));
}
