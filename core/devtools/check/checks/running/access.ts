import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { accessName, describeRoute, isWeaker, nearest, routeName, type Route } from '../../../../hosting/internals.ts';
import { failed, notApplicable, ofRunning, warned, type Check, type CheckFinding } from '../../check.ts';
import { shownOf, type CheckTarget, shown } from '../../target.ts';
import type { AtWork } from '../../subject.ts';
import { codeFilesIn, isCall, nameIn, nodesBelow, Source, type Node } from '../../../../cli/index.ts';

/**
 * Check: every operation declares its access, permissions exist, and overrides that admit more callers are intended.
 */
export const access: Check = {
  name: 'access',
  about: 'every operation declares its access',
  run: ofRunning((atWork, subject) => {
    const { routes, mounts } = atWork;
    if (routes.length + mounts.length === 0) return notApplicable('it has no routes');
    const all = [...routes, ...mounts.map((mount) => ({ ...mount, methods: ['*'] }))];
    const open = all.filter((one) => one.access.kind === 'open').map(routeName);
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

function findingsOf(route: Route, { kernel }: AtWork, target: CheckTarget): CheckFinding[] {
  const { origins } = describeRoute(route, kernel);
  const file = shownOf(target, route.file);
  const findings: CheckFinding[] = [];
  // An override needs no declaration, because it inherits the access of the overridden route.
  if (origins.access.by === 'default' && route.overridden.length === 0) {
    const message = `${routeName(route)} declares no access; every signed-in caller has access`;
    findings.push(failed(file, message, 'write @open, @signedIn or @requires(permission) above the method'));
  }
  const [overridden] = route.overridden;
  if (overridden && isWeaker(route.access, overridden.access)) {
    const message = `${routeName(route)} is ${accessName(route.access)}, while ${overridden.file} asks for ${accessName(overridden.access)}`;
    findings.push(warned(file, message, 'make sure that this is intended; otherwise remove "weaker"'));
  }
  return findings;
}

function unknownPermissions({ kernel, module }: AtWork, target: CheckTarget): CheckFinding[] {
  return kernel.unknownPermissions
    .filter((one) => one.layer === module.layer && one.module === module.name)
    .map(({ file, message, fix }) => failed(shownOf(target, file), message, fix));
}

const call = /\bpermissions\s*\??\.\s*has$/;

/** Findings for permissions that code of the module tests with `permissions.has('...')` and that no role has. */
function askedPermissions({ kernel: { services } }: AtWork, target: CheckTarget): CheckFinding[] {
  const known = [...services.roles.codes, '*'];
  return codeFilesIn(target.folder)
    .filter((path) => readFileSync(path, 'utf8').includes('permissions'))
    .flatMap((path) => {
      const source = new Source(path);
      const file = shown(target, relative(target.folder, path));
      return asked(source)
        .filter(({ permission }) => !known.includes(permission))
        .map(({ permission, line }) => findingOf(permission, `${file}:${line}`, known));
    });
}

function asked(source: Source): { permission: string; line: number }[] {
  return [...nodesBelow(source.root)].flatMap((node) => {
    if (!isCall(node) || !call.test(source.textOf(node['callee'] as Node))) return [];
    const [first] = node['arguments'] as readonly Node[];
    const permission = first?.type === 'StringLiteral' ? nameIn(first) : undefined;
    return permission === undefined ? [] : [{ permission, line: source.lineOf(node) }];
  });
}

function findingOf(permission: string, file: string, known: readonly string[]): CheckFinding {
  const [near] = nearest(permission, known, 1);
  const declare = `declare it in "roles" of module.json`;
  const message = `permissions.has("${permission}") asks for a permission that no role carries`;
  return failed(file, message, near === undefined ? declare : `write "${near}", or ${declare}`);
}
