import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { nearest } from '../../../hosting/internals.ts';
import { codeFilesIn, isCall, nameIn, nodesBelow, Source, type Node } from '../../../cli/index.ts';
import { failed, type CheckFinding } from '../check.ts';
import type { AtWork } from '../subject.ts';
import { shown, type CheckTarget } from '../target.ts';

const call = /\bpermissions\s*\??\.\s*has$/;

/** Findings for permissions that code of the module tests with `permissions.has('...')` and that no role has. */
export function askedPermissions({ kernel: { services } }: AtWork, target: CheckTarget): CheckFinding[] {
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
