import { constants } from 'node:os';
import { isRunByNpx, whenShellEnds } from './shell.mjs';

const ends = ['SIGTERM', 'SIGINT'] as const;

export type EndSignal = (typeof ends)[number];

export interface SignalHandlers {
  readonly first: (signal: EndSignal) => void;
  /** Called for each further signal, which asks for an immediate end. */
  readonly second: (signal: EndSignal) => void;
}

/** Registers handlers of SIGTERM and SIGINT. If npx runs this process, the end of npx counts as SIGTERM. */
export function onSignals({ first, second }: SignalHandlers): void {
  let heard = 0;
  const hear = (signal: EndSignal) => {
    stopWatch();
    if (heard++ === 0) first(signal);
    else second(signal);
  };
  for (const signal of ends) process.on(signal, hear);
  const stopWatch = isRunByNpx()
    ? whenShellEnds(() => {
        hear('SIGTERM');
      })
    : () => undefined;
}

/** Exit code of a process that a signal has ended, as shells define it: 143 for SIGTERM, 130 for SIGINT. */
export function forceCode(signal: EndSignal): number {
  return 128 + constants.signals[signal];
}
