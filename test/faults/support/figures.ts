const figures: [name: string, value: string][] = [];

/** Prints a measured figure, and adds it to the table at the end of the run. */
export function figure(name: string, value: string | number): void {
  if (figures.length === 0) process.once('exit', printTable);
  figures.push([name, String(value)]);
  console.log(`      ${name}: ${value}`);
}

/** Formats milliseconds as seconds. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function printTable(): void {
  const width = Math.max(...figures.map(([name]) => name.length));
  console.log(['', 'Figures', ...figures.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`), ''].join('\n'));
}
