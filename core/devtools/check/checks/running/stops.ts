import { failed, ofRunning, type Check, type CheckFinding } from '../../check.ts';
import { placeIn } from '../../target.ts';
import type { AtWork, Subject } from '../../subject.ts';
import { handleNames, type Handle } from '../../handles.ts';

/** Check: the module releases timers, sockets and processes on stop. Stops the installation. */
export const stops: Check = {
  name: 'stops',
  about: 'it stops cleanly and leaves no timer, socket or process behind',
  run: ofRunning(async (atWork, subject) => {
    const handles = new Map((await subject.stop()).map((one) => [`${one.type} ${one.line}`, one]));
    const left = [...handles.values()].map((one) => handleFinding(one, subject));
    return { findings: [...unclean(atWork, subject), ...left] };
  }),
};

function unclean({ logs, module }: AtWork, subject: Subject): CheckFinding[] {
  return logs.errors
    .filter((line) => line.module === module.name && /^stop\(\) of .+ failed; /.test(line.msg))
    .map(({ msg, err }) =>
      failed(
        subject.file(),
        `${msg.replace(/;.*/, '')}: ${err?.message ?? ''}`,
        'release everything in stop(), even after a failed start()',
      ),
    );
}

function handleFinding({ type, line }: Handle, { target }: Subject): CheckFinding {
  const file = placeIn(target, line)?.place ?? line.trim();
  const fix = 'store it in a service and close it in stop(); a timer may be unref()ed instead';
  return failed(file, `${handleNames[type] ?? type} that was opened here is still active after the stop`, fix);
}
