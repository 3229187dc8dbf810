import { commandProblem, moduleCommands } from '../../../../cli/index.ts';
import { knownEvents, remarkOn } from '../../../../infrastructure/events/index.ts';
import { failed, ofRunning, warned, type Check, type CheckFinding } from '../../check.ts';
import type { AtWork } from '../../subject.ts';
import { servicesOf, shown, shownOf, type CheckTarget } from '../../target.ts';

/** Check: contributions of the module are used. Runs before requests add lines to the log, which this check reads. */
export const parts: Check = {
  name: 'parts',
  about: 'every hook, job, check, subscriber, command and override of the module is registered and can be called',
  run: ofRunning(async (atWork, { target }) => ({
    findings: [
      ...remarks(atWork, target),
      ...logged(atWork, target),
      ...silent(atWork, target),
      ...(await commands(target)),
    ],
  })),
};

/** Pattern of remarks that the check `access` reports. */
const ofAccess = /no role carries|changes the access of/;

/** Findings for remarks of the start on files of the module. */
function remarks({ kernel }: AtWork, target: CheckTarget): CheckFinding[] {
  return kernel.remarks
    .map(({ file, message }) => ({ file: shownOf(target, file), message }))
    .filter(({ file, message }) => file.startsWith(`${shown(target)}/`) && !ofAccess.test(message))
    .map(({ file, message }) => findingOf(file, message));
}

/** Problems with contributions of the module that other modules have logged at the start. */
function logged({ logs }: AtWork, target: CheckTarget): CheckFinding[] {
  const about = logs.problems.filter(({ contributor }) => contributor === target.name);
  return about.map(({ msg }) => findingOf(servicesOf(target), msg));
}

/** Findings for subscribers of events that no module declares or publishes. */
function silent({ kernel }: AtWork, target: CheckTarget): CheckFinding[] {
  const own = kernel.services.contributions.of('subscribers').filter(({ name }) => name.startsWith(`${target.name}.`));
  if (own.length === 0) return [];
  return knownEvents(target.root, kernel)
    .filter(({ heard }) => heard.some(({ module }) => module === target.name))
    .flatMap((event) => {
      const remark = remarkOn(event);
      const file = event.heard.find(({ module }) => module === target.name)?.file ?? '';
      return remark === undefined ? [] : [findingOf(shownOf(target, file), remark)];
    });
}

/** Findings for files in `commands/` that do not add one command with the name of the file. */
async function commands(target: CheckTarget): Promise<CheckFinding[]> {
  const { root, folder, name, inPlace } = target;
  const boot = { root, env: { NODE_ENV: 'test' }, logTo: process.stderr };
  const files = moduleCommands({ ...boot, modules: inPlace ? [] : [folder] }).filter(({ module }) => module === name);
  const found: CheckFinding[] = [];
  for (const file of files) {
    const problem = await commandProblem({ ...file, isOfCore: false }, boot);
    if (problem === undefined) continue;
    const { reason, right } = problem;
    const fix = right === undefined ? 'correct the file' : `rename the file to ${right}`;
    found.push(failed(shownOf(target, file.file), `the command line has no command of this file: ${reason}`, fix));
  }
  return found;
}

/** Splits a message at its fix, which follows the last semicolon. The verdict depends on words of the message. */
function findingOf(file: string, text: string): CheckFinding {
  const [, problem = text, fix = 'correct it as the message says'] = /^(.*); (.*?)\.?$/s.exec(text) ?? [];
  return /never|nothing|does not run|left out|no (installed )?module/.test(text)
    ? failed(file, problem, fix)
    : warned(file, problem, fix);
}
