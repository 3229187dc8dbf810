import { table } from '../../cli/index.ts';
import type { ExportedName } from './exported_names.ts';
import type { FieldLine, ListedFailure, Offer, Reference } from './reference.ts';
import type { Member } from './written_types.ts';

/** Formats a reference for a terminal. */
export function referenceText(reference: Reference): string {
  return partsOf(reference)
    .map(({ title, entries }) => `${title}\n\n${entries.join('\n')}`)
    .join('\n\n');
}

/** Formats a reference as an HTML page without scripts. */
export function referencePage(reference: Reference): string {
  const parts = partsOf(reference).map((part) => ({ ...part, id: part.title.toLowerCase().replaceAll(' ', '-') }));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Reference for authors of plugins</title>
    <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
      pre { margin: 0 0 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <h1>Reference for authors of plugins</h1>
    <p>${parts.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join(', ')}</p>
${parts.map(({ id, title, entries }) => `<h2 id="${id}">${title}</h2>\n${entries.map(paragraphOf).join('\n')}`).join('\n')}
  </body>
</html>
`;
}

function paragraphOf(entry: string): string {
  return `<pre>${entry.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;
}

/** Parts with at least one entry, such as events, with a text for each entry. */
function partsOf(reference: Reference): { title: string; entries: string[] }[] {
  const { names, services, points, events, shapes, failures, settings, permissions } = reference;
  const parts = {
    'Names to import': names.map(nameText),
    Services: services.map(offerText),
    'Extension points': points.map(offerText),
    Events: events.map(({ event, declared }) => eventText(event, declared[0])),
    Shapes: shapes.map(({ name, mode, fields }) => fieldsText(`${name}.${mode}`, fields)),
    Failures: failures.length > 0 ? [table(failures.map(failureRow))] : [],
    Settings: settings.map(({ name, module, fields }) => fieldsText(`${name}  (${module})`, fields)),
    Permissions: permissions.map(({ permission, roles }) => `${permission}  ${roles.join(', ')}`),
  };
  return Object.entries(parts).flatMap(([title, entries]) => (entries.length > 0 ? { title, entries } : []));
}

function nameText({ door, file, declaration, description, example, members }: ExportedName): string {
  const place = file === '' ? door : `${door}, ${file}`;
  return [
    `${declaration}  (${place})`,
    ...below(description, 4),
    ...membersText(members),
    ...exampleText(example),
  ].join('\n');
}

function offerText({ name, module, type, description, example, members }: Offer): string {
  const about = [...below(description, 4), ...membersText(members), ...exampleText(example)];
  return [`${name}: ${type}  (${module})`, ...about].join('\n');
}

function exampleText(example: string): string[] {
  return example === '' ? [] : example.split('\n').map((line) => `    ${line}`);
}

function membersText(members: readonly Member[]): string[] {
  return members.flatMap(({ signature, description }) => [`    ${signature}`, ...below(description, 8)]);
}

function eventText(event: string, declared: { payload: string; description: string } | undefined): string {
  return [`${event}  ${declared?.payload ?? ''}`.trimEnd(), ...below(declared?.description ?? '', 4)].join('\n');
}

function fieldsText(title: string, fields: readonly FieldLine[]): string {
  return [title, ...fields.map(({ name, type, description }) => `    ${name}: ${type}  ${description}`)].join('\n');
}

function failureRow({ name, code, status, message, modules }: ListedFailure): Record<string, string> {
  return { failure: name, code: String(code), status: String(status), message, modules: modules.join(', ') };
}

function below(text: string, indent: number): string[] {
  return text === '' ? [] : [' '.repeat(indent) + text];
}
