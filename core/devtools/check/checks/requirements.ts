import { failed, ofRunning, warned, type Check, type CheckFinding } from '../check.ts';
import type { AtWork } from '../subject.ts';

export const requirements: Check = {
  name: 'requirements',
  about: '"requires" names every module whose services the checked module uses, and those modules offer the services',
  run: ofRunning((atWork, subject) => {
    const { requires = {} } = atWork.module.manifest;
    const foreign = [...atWork.kernel.foreignServices(atWork.module.name)];
    const missing = foreign.filter(([owner]) => !(owner in requires));
    return {
      findings: [
        ...missing.map((one) => finding(subject.file('module.json'), one)),
        ...internals(foreign, atWork).map((one) => remark(subject.file(), one)),
      ],
    };
  }),
};

function finding(file: string, [owner, services]: readonly [string, readonly string[]]): CheckFinding {
  const names = services.map((name) => `"${name}"`).join(', ');
  const plural = services.length > 1 ? 's' : '';
  return failed(
    file,
    `the module uses the service${plural} ${names} of the module "${owner}", which it does not require`,
    `add "${owner}" to "requires", with its version range: "${owner}" then starts first, and its absence is reported`,
  );
}

/** Used services that no module offers, by module. A plugin that asks for one cannot start, custom can. */
function internals(foreign: readonly (readonly [string, readonly string[]])[], { kernel, module }: AtWork) {
  if (module.layer !== 'custom') return [];
  return foreign.flatMap(([owner, names]) =>
    names.filter((name) => !kernel.offers.has(name)).map((name) => [owner, name] as const),
  );
}

function remark(file: string, [owner, service]: readonly [string, string]): CheckFinding {
  const problem = `the module uses the service "${service}", which is internal to the module "${owner}" and may change in any version`;
  return warned(file, problem, `use a service that "${owner}" offers, or test this after each update`);
}
