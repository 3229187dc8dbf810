const figures: [name: string, value: string][] = [];

/** Notes what a test has measured: a line at once, and a row of the table that a run ends with. */
export function figure(name: string, value: string | number): void {
  if (figures.length === 0) process.once('exit', printTable);
  figures.push([name, String(value)]);
  console.log(`      ${name}: ${value}`);
}

/** Milliseconds as figures show them. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function printTable(): void {
  const width = Math.max(...figures.map(([name]) => name.length));
  console.log(['', 'Figures', ...figures.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`), ''].join('\n'));
}
