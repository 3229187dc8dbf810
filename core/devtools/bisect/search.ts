import type { Probe } from './probe.ts';
import type { Run } from './run.ts';
import type { Suspects } from './suspects.ts';

/** Whether a run gave the expected answer, another or no answer (`fails`), or did not start. */
export type Verdict = 'passes' | 'fails' | 'does not start';

export interface Step {
  readonly plugins: readonly string[];
  readonly verdict: Verdict;
  readonly run: Run;
}

export interface BisectFinding {
  /**
   * `culprits`: plugins break the probe. `passes`: the probe passes with all plugins. `core`: the probe fails without
   * plugins and with each plugin alone.
   */
  readonly outcome: 'culprits' | 'passes' | 'core';
  /** A minimal set of plugins that break the probe together; empty for other outcomes. */
  readonly culprits: readonly string[];
  /** Plugins of the passing run `without`, such as the plugin that serves the address. */
  readonly needed: readonly string[];
  readonly steps: readonly Step[];
  /** A passing run without the culprits; undefined when no plugin is at fault. */
  readonly without?: Step;
  /** The failing run with `needed` and `culprits`; for other outcomes, the run with all plugins. */
  readonly with: Step;
}

export interface Trial {
  readonly probe: Probe;
  readonly suspects: Suspects;
  readonly run: (plugins: readonly string[]) => Promise<Run>;
  readonly onStep: (step: Step, number: number) => void;
}

/** Finds a minimal set of plugins that, added to a passing run, gives the same verdict as all plugins. */
export async function search(trial: Trial): Promise<BisectFinding> {
  const { suspects } = trial;
  const bench = new TrialRuns(trial);
  const all = await bench.try(suspects.names);
  const found = (more: Omit<BisectFinding, 'steps' | 'with'> & { with?: Step }) => ({
    with: all,
    ...more,
    steps: bench.steps,
  });
  if (all.verdict === 'passes') return found({ outcome: 'passes', culprits: [], needed: [] });
  const basis = await basisOf(trial, bench);
  if (!basis) return found({ outcome: 'core', culprits: [], needed: [] });
  const needed = basis.plugins;
  const rest = suspects.names.filter((name) => !needed.includes(name));
  const fails = async (part: readonly string[]) => (await bench.try([...needed, ...part])).verdict === all.verdict;
  const culprits = await smallestFailing(rest, fails);
  return found({
    outcome: 'culprits',
    culprits,
    needed,
    without: basis,
    with: await bench.try([...needed, ...culprits]),
  });
}

/**
 * Finds a set with which the probe passes: no plugin, or one plugin with its requirements. Tries the plugin that the
 * probed address names before other plugins. Returns undefined when no such set passes.
 */
async function basisOf({ probe, suspects }: Trial, bench: TrialRuns): Promise<Step | undefined> {
  const none = await bench.try([]);
  if (none.verdict === 'passes') return none;
  const owner = suspects.names.filter((name) => probe.path.startsWith(`/api/plugins/${name}/`));
  for (const name of [...owner, ...suspects.names.filter((other) => !owner.includes(other))]) {
    const alone = await bench.try([name]);
    if (alone.verdict === 'passes') return alone;
  }
  return undefined;
}

/** Runs sets of plugins, each set only once, and records the runs. */
class TrialRuns {
  readonly steps: Step[] = [];
  readonly #tried = new Map<string, Promise<Step>>();

  constructor(private readonly trial: Trial) {}

  try(set: readonly string[]): Promise<Step> {
    const plugins = this.trial.suspects.closed(set);
    const key = plugins.join(' ');
    const known = this.#tried.get(key) ?? this.#run(plugins);
    this.#tried.set(key, known);
    return known;
  }

  async #run(plugins: readonly string[]): Promise<Step> {
    const { probe, run, onStep } = this.trial;
    const result = await run(plugins);
    const step = { plugins, verdict: verdictOf(probe, result), run: result };
    onStep(step, this.steps.push(step));
    return step;
  }
}

function verdictOf({ status, contains }: Probe, run: Run): Verdict {
  if (run.kind !== 'answered') return run.kind === 'not started' ? 'does not start' : 'fails';
  return run.status === status && run.body.includes(contains ?? '') ? 'passes' : 'fails';
}

/**
 * Finds a minimal failing sublist by delta debugging: the sublist no longer fails when any one item is removed.
 * @param fails whether a sublist fails; must be true for the whole list and false for the empty list
 */
export async function smallestFailing<T>(
  items: readonly T[],
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let part = items;
  for (let pieces = 2; part.length >= 2;) {
    const chunks = split(part, pieces);
    const smaller = await firstFailing(chunks, fails);
    const rest = smaller ? undefined : await firstFailing(complements(part, chunks), fails);
    if (!smaller && !rest && pieces >= part.length) return part;
    pieces = smaller ? 2 : rest ? Math.max(pieces - 1, 2) : Math.min(pieces * 2, part.length);
    part = smaller ?? rest ?? part;
  }
  return part;
}

function split<T>(items: readonly T[], pieces: number): T[][] {
  const size = Math.ceil(items.length / pieces);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The list without each of the chunks; none for two chunks, because these were tried already. */
function complements<T>(items: readonly T[], chunks: readonly T[][]): T[][] {
  return chunks.length <= 2 ? [] : chunks.map((chunk) => items.filter((item) => !chunk.includes(item)));
}

async function firstFailing<T>(
  parts: readonly (readonly T[])[],
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[] | undefined> {
  for (const part of parts) if (await fails(part)) return part;
  return undefined;
}
