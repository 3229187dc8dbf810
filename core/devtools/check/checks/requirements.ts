import { failed, ofRunning, warned, type Check, type CheckFinding } from '../check.ts';
import type { AtWork } from '../subject.ts';

export const requirements: Check = {
  name: 'requirements',
  about: '"requires" names every module whose services the checked module uses, and those modules offer the services',
  run: ofRunning((atWork, subject) => {
    const { requires = {} } = atWork.module.manifest;
    const foreign = [...foreignServices(atWork)];
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

/** Services that the checked module has requested from other modules, by the name of the other module. */
function foreignServices({ kernel, module }: AtWork): Map<string, string[]> {
  const givers = new Map<string, string>();
  for (const { name, services } of kernel.modules) {
    for (const service of services) givers.set(service.name, name);
    givers.set(`${name}Config`, name);
  }
  const own = new Set(module.services.map(({ name }) => name));
  const found = new Map<string, string[]>();
  for (const name of kernel.asked(module.name)) {
    const giver = givers.get(name);
    if (giver === undefined || giver === module.name || own.has(name)) continue;
    found.set(giver, [...(found.get(giver) ?? []), name]);
  }
  return found;
}
