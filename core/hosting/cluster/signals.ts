import { constants } from 'node:os';
import { isOfTerminal, onHangUp } from './hang_up.mjs';
import { isRunByNpx, whenShellEnds } from './shell.mjs';

const ends = ['SIGTERM', 'SIGINT'] as const;

export type EndSignal = (typeof ends)[number];

export interface SignalHandlers {
  readonly first: (signal: EndSignal) => void;
  /** Called for each further signal, which asks for an immediate end. */
  readonly second: (signal: EndSignal) => void;
  /** Called for SIGHUP, also for one that came before, except on a terminal, whose end counts as SIGTERM. */
  readonly hangUp: () => void;
}

/** Registers handlers of SIGTERM, SIGINT and SIGHUP. If npx runs this process, the end of npx counts as SIGTERM. */
export function onSignals({ first, second, hangUp }: SignalHandlers): void {
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
  const terminalEnds = () => {
    // The terminal and its shell both send SIGHUP, which must not count as a second signal.
    if (heard === 0) hear('SIGTERM');
  };
  onHangUp(isOfTerminal ? terminalEnds : hangUp);
}

/** Exit code of a process that a signal has ended, as shells define it: 143 for SIGTERM, 130 for SIGINT. */
export function forceCode(signal: EndSignal): number {
  return 128 + constants.signals[signal];
}
