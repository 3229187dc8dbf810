import { table } from '../../cli/index.ts';
import type { FieldLine, Offer, Reference } from './reference.ts';

/** Formats a reference for a terminal; empty parts are left out. */
export function referenceText(reference: Reference): string {
  const { services, points, events, shapes, failures, settings, permissions } = reference;
  const parts = [
    part('Services', services.map(offerText)),
    part('Extension points', points.map(offerText)),
    part(
      'Events',
      events.map(({ event, declared }) => eventText(event, declared[0])),
    ),
    part(
      'Shapes',
      shapes.map(({ name, mode, fields }) => fieldsText(`${name}.${mode}`, fields)),
    ),
    part('Failures', failures.length > 0 ? [table(failures.map(failureRow))] : []),
    part(
      'Settings',
      settings.map(({ name, module, fields }) => fieldsText(`${name}  (${module})`, fields)),
    ),
    part(
      'Permissions',
      permissions.map(({ permission, roles }) => `${permission}  ${roles.join(', ')}`),
    ),
  ];
  return parts.filter((one) => one !== '').join('\n\n');
}

function part(title: string, entries: readonly string[]): string {
  return entries.length > 0 ? `${title}\n\n${entries.join('\n')}` : '';
}

function offerText({ name, module, type, description, members }: Offer): string {
  const lines = members.flatMap((member) => [`    ${member.signature}`, ...below(member.description, 8)]);
  return [`${name}: ${type}  (${module})`, ...below(description, 4), ...lines].join('\n');
}

function eventText(event: string, declared: { payload: string; description: string } | undefined): string {
  return [`${event}  ${declared?.payload ?? ''}`.trimEnd(), ...below(declared?.description ?? '', 4)].join('\n');
}

function fieldsText(title: string, fields: readonly FieldLine[]): string {
  return [title, ...fields.map(({ name, type, description }) => `    ${name}: ${type}  ${description}`)].join('\n');
}

function failureRow({ name, code, status, message, modules }: Reference['failures'][number]): Record<string, string> {
  return { failure: name, code: String(code), status: String(status), message, modules: modules.join(', ') };
}

function below(text: string, indent: number): string[] {
  return text === '' ? [] : [' '.repeat(indent) + text];
}
