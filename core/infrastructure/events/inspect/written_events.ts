import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { ModuleView } from '../../../hosting/internals.ts';
import { codeFilesIn, declaredMembers, isCall, nameIn, type Node, nodesBelow, Source } from '../../../cli/index.ts';

/** A line in the sources that declares or publishes an event. */
export interface EventLine {
  readonly event: string;
  readonly module: string;
  /** Path relative to the root of the installation. */
  readonly file: string;
  readonly line: number;
}

export interface EventDeclaration extends EventLine {
  /** Source text of the payload type. */
  readonly payload: string;
  readonly description: string;
}

/** Events found by parsing the sources: declarations are TypeScript types, which do not exist at run time. */
export interface WrittenEvents {
  readonly declared: readonly EventDeclaration[];
  /**
   * Calls of `publish`, `publishIfHeard` and `eventChecks.before` with a literal event name; other calls are not found.
   */
  readonly published: readonly EventLine[];
}

export function writtenEvents(root: string, modules: readonly ModuleView[]): WrittenEvents {
  const declared: EventDeclaration[] = [];
  const published: EventLine[] = [];
  for (const { name: module, folder } of modules) {
    for (const path of codeFilesIn(folder).filter(mayContainEvents)) {
      const source = new Source(path);
      const file = relative(root, path);
      const lineOf = (event: string, node: Node) => ({ event, module, file, line: source.lineOf(node) });
      declared.push(...declarationsIn(source).map(({ event, node, ...more }) => ({ ...lineOf(event, node), ...more })));
      published.push(...publicationsIn(source).map(({ event, node }) => lineOf(event, node)));
    }
  }
  return { declared, published };
}

/** Whether a file may declare or publish events. Only such files are parsed, because parsing all takes seconds. */
function mayContainEvents(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return /\binterface\s+Events\b/.test(text) || /\.publish(IfHeard)?\b|eventChecks\.before\b/.test(text);
}

function declarationsIn(source: Source) {
  const nodes = [...nodesBelow(source.root)];
  return declaredMembers(source, 'Events').map(({ name: event, node, type, description }) => {
    return { event, node, payload: payloadOf(type, source, nodes), description };
  });
}

/** Text of the payload type. The name of an interface in the same file is replaced by its fields. */
function payloadOf(type: Node | undefined, source: Source, nodes: readonly Node[]): string {
  if (!type) return 'unknown';
  const name = type.type === 'TSTypeReference' ? nameIn(type['typeName']) : undefined;
  const named = nodes.find(
    (node) => node.type === 'TSInterfaceDeclaration' && name !== undefined && nameIn(node['id']) === name,
  );
  return oneLine(source.textOf((named?.['body'] as Node | undefined) ?? type));
}

function oneLine(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\s+/g, ' ');
}

const eventName = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/;

function publicationsIn(source: Source): { event: string; node: Node }[] {
  return [...nodesBelow(source.root)].flatMap((node) => {
    if (!isCall(node) || !isPublish(node['callee'] as Node, source)) return [];
    const [first] = node['arguments'] as readonly Node[];
    const event = first?.type === 'StringLiteral' ? nameIn(first) : undefined;
    return event !== undefined && eventName.test(event) ? [{ event, node }] : [];
  });
}

/**
 * Matches `events.publish`, `this.#events.publishIfHeard` and `eventChecks.before`; other objects have methods with
 * these names, too.
 */
function isPublish(callee: Node, source: Source): boolean {
  return (
    /^(Optional)?MemberExpression$/.test(callee.type) &&
    /events\s*\??\.\s*publish(IfHeard)?$|eventChecks\.before$/i.test(source.textOf(callee))
  );
}
