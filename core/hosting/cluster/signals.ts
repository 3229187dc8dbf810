import { constants } from 'node:os';

const ends = ['SIGTERM', 'SIGINT'] as const;

export type EndSignal = (typeof ends)[number];

/** What to do when the process is told to end. */
export interface SignalDuties {
  readonly first: (signal: EndSignal) => void;
  /** Whoever asks again does not want to wait. */
  readonly second: (signal: EndSignal) => void;
}

/** Hears the signals that end a process. */
export function onSignals({ first, second }: SignalDuties): void {
  let heard = 0;
  for (const signal of ends) {
    process.on(signal, () => {
      if (heard++ === 0) first(signal);
      else second(signal);
    });
  }
}

/** The exit code of a process that a signal has ended, as shells know it: 143 for SIGTERM, 130 for SIGINT. */
export function forceCode(signal: EndSignal): number {
  return 128 + constants.signals[signal];
}
