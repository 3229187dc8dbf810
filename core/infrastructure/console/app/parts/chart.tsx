import { t } from '../translations.ts';

/** A line of a chart. */
export interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Times of the values in milliseconds, ascending. */
  readonly times: readonly number[];
  /** Formats a value with its unit. */
  readonly write: (value: number) => string;
}

const WIDTH = 360;
const HEIGHT = 80;
const HOUR_MS = 3_600_000;

/** Line chart of the last hour. The legend has the latest values and the highest one as text. */
export function Chart({ title, lines, times, write }: ChartProps) {
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values.filter((one) => one !== null)));
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map(({ name, values }, index) => (
          <path key={name} class={`line${index}`} d={drawn(values, times, highest || 1)} />
        ))}
      </svg>
      <dl>
        {lines.map(({ name, values }, index) => (
          <div key={name}>
            <dt class={`line${index}`}>{name}</dt>
            <dd>{latest(values, write)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('highest')}</dt>
          <dd>{write(highest)}</dd>
        </div>
      </dl>
    </figure>
  );
}

function latest(values: readonly (number | null)[], write: ChartProps['write']): string {
  const last = values.at(-1);
  return last === undefined || last === null ? '–' : write(last);
}

/** Returns the SVG path of a line; a missing value interrupts the line. */
function drawn(values: readonly (number | null)[], times: readonly number[], highest: number): string {
  const end = times.at(-1) ?? 0;
  let isBroken = true;
  return values
    .map((value, index) => {
      const command = isBroken ? 'M' : 'L';
      isBroken = value === null;
      if (value === null) return '';
      const x = WIDTH * (1 - (end - (times[index] ?? end)) / HOUR_MS);
      const y = HEIGHT - 2 - (value / highest) * (HEIGHT - 4);
      // A line of length 0 is drawn as a dot, so that a single value is visible.
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}h0`;
    })
    .join('');
}
