import { describeRoute, accessName, type Route } from '../../../hosting/internals.ts';
import { failed, notApplicable, ofRunning, warned, type Check, type CheckFinding } from '../check.ts';
import { shownOf, type CheckTarget } from '../target.ts';
import type { AtWork } from '../subject.ts';
import { askedPermissions } from './asked_permissions.ts';

/**
 * Check: every operation declares its access, permissions exist, and overrides that admit more callers are intended.
 */
export const access: Check = {
  name: 'access',
  about: 'every operation declares its access',
  weight: 10,
  run: ofRunning((atWork, subject) => {
    const { routes, mounts } = atWork;
    if (routes.length + mounts.length === 0) return notApplicable('it has no routes');
    const open = [...routes, ...mounts].filter((one) => one.access.kind === 'open').map(titleOf);
    return {
      findings: [
        ...routes.flatMap((route) => findingsOf(route, atWork, subject.target)),
        ...unknownPermissions(atWork, subject.target),
        ...askedPermissions(atWork, subject.target),
      ],
      notes: open.length > 0 ? [`open to anyone: ${open.join(', ')}`] : [],
    };
  }),
};

function findingsOf(route: Route, { kernel: { services } }: AtWork, target: CheckTarget): CheckFinding[] {
  const authenticators = services.contributions.of('authenticators');
  const { origins } = describeRoute(route, { services, authenticators });
  const file = shownOf(target, route.file);
  const findings: CheckFinding[] = [];
  // An override needs no declaration, because it inherits the access of the overridden route.
  if (origins.access.by === 'default' && route.overridden.length === 0) {
    const message = `${titleOf(route)} declares no access; every signed-in caller has access`;
    findings.push(failed(file, message, 'write @open, @signedIn or @requires(permission) above the method'));
  }
  const [overridden] = route.overridden;
  if (overridden && isWeaker(route, overridden)) {
    const message = `${titleOf(route)} is ${accessName(route.access)}, while ${overridden.file} asks for ${accessName(overridden.access)}`;
    findings.push(warned(file, message, 'make sure that this is intended; otherwise remove "weaker"'));
  }
  return findings;
}

function unknownPermissions({ kernel, module }: AtWork, target: CheckTarget): CheckFinding[] {
  return kernel.unknownPermissions
    .filter((one) => one.layer === module.layer && one.module === module.name)
    .map(({ file, message, fix }) => failed(shownOf(target, file), message, fix));
}

const strength = { open: 0, signedIn: 1, permission: 2 };

function isWeaker({ access: now }: Route, { access: before }: Route): boolean {
  return strength[now.kind] < strength[before.kind];
}

/** Method and path of a route or mount: `GET /api/articles/{id}`. */
function titleOf({ methods: [method] = ['*'], address }: { methods?: readonly string[]; address: string }): string {
  return `${method ?? '*'} /api${address}`;
}
