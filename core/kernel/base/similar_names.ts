/** Up to `count` candidates, nearest first, with an edit distance of at most half of the longer name, rounded up. */
export function nearest(name: string, candidates: readonly string[], count = 3): string[] {
  const limit = (candidate: string) => Math.ceil(Math.max(name.length, candidate.length) / 2);
  const near = [...new Set(candidates)]
    // The distance is at least the difference in length, which costs nothing.
    .filter((candidate) => Math.abs(name.length - candidate.length) <= limit(candidate))
    .map((candidate) => ({ candidate, steps: stepsBetween(name, candidate) }))
    .filter(({ candidate, steps }) => steps <= limit(candidate));
  near.sort((a, b) => a.steps - b.steps || (a.candidate < b.candidate ? -1 : 1));
  return near.slice(0, count).map(({ candidate }) => candidate);
}

/** Whether one letter more, less, different or moved, or two exchanged letters, make one name the other. */
export function isMisspelt(name: string, right: string): boolean {
  const sorted = (text: string) => Array.from(text).sort().join('');
  const steps = stepsBetween(name, right);
  return steps === 1 || (steps === 2 && sorted(name) === sorted(right));
}

/** Edit distance: letters to add, remove or replace to turn one text into the other. */
function stepsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
