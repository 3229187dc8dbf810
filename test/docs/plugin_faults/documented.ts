import { textOf } from '../../support/documents.ts';
import { mistakes, type Mistake } from '../../core/kernel/modules/mistakes.ts';
import type { PluginFault } from './fault.ts';

const page = textOf('docs/plugins/mistakes.md').split('\n');

type Group = PluginFault['group'];

/** Group and title of a mistake of docs/plugins/mistakes.md, and the name of the plugin where it is not the key. */
type Documented = readonly [group: Group, title: string, name?: string];

/** Mistakes of docs/plugins/mistakes.md by key. All fixtures use the name `shop`, which the key replaces. */
const documented: Readonly<Record<string, Documented>> = {
  no_manifest: ['files', 'No manifest'],
  broken_manifest: ['files', 'A manifest that is no JSON'],
  unknown_key: ['files', 'An unknown key in the manifest'],
  linked_manifest: ['files', 'A manifest that is a link out of the plugin'],
  dangling_link: ['files', 'A link without a target'],
  link_out: ['files', 'A link out of the plugin'],
  linked_plugin: ['files', 'A link out of `plugins/`'],
  odd: ['files', 'A folder with an odd name', 'my-odd'],
  hidden: ['files', 'A hidden folder', '.hidden'],
  loose: ['files', 'A loose file', 'loose_goods.js'],
  deeper_folder: ['files', 'A folder in `resources/`'],
  same_names: ['files', 'Two files of one name'],
  syntax_error: ['start', 'A syntax error'],
  throwing_file: ['start', 'A file that throws'],
  lost_import: ['start', 'An import that is not there'],
  waiting_file: ['start', 'A top level that waits for ever'],
  lost_requirement: ['start', 'A requirement that is not there'],
  wrong_setting: ['start', 'A setting that is wrong'],
  taken_address: ['start', 'An address that belongs to others'],
  taken_service: ['start', 'A service name that another plugin has taken'],
  lost_service: ['start', 'A service that is not there'],
  broken_service: ['start', 'A service that cannot be built'],
  changed_prototype: ['start', 'Changing a prototype'],
  changed_global: ['start', 'Changing a global function'],
  throwing_start: ['start', '`start()` that fails'],
  waiting_start: ['start', '`start()` that waits for ever'],
  throwing_ready: ['start', '`ready()` that fails'],
  no_up: ['migrations', 'A migration without `up`'],
  half_way: ['migrations', 'A migration that fails half-way'],
  waiting_migration: ['migrations', 'A migration that waits for ever'],
  looping_migration: ['migrations', 'A migration that runs for ever'],
  big_answer: ['operations', 'A result that is no JSON'],
  endless_answer: ['operations', 'A result that contains itself'],
  lost_field: ['operations', 'A result without a field of its filter'],
  double_answer: ['operations', 'Answering twice'],
};

function ofPage(key: string, [group, title, plugin = key]: Documented): PluginFault {
  const { files, links = {}, asked } = mistakes[title] as Mistake;
  // All plugins share one namespace for tables and services, so each plugin needs unique names.
  const renamed = (text: string) =>
    text.replaceAll('shop', key).replaceAll(/(?<!\d_)goods(?!\.js)|(?<=plugins\/)goods/g, `${key}_goods`);
  const all = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [renamed(path), renamed(text)]));
  // For a request, the page shows the kind of the failure, and the log shows the message.
  const shown = asked === undefined ? { printed: renamed(printedFor(title)) } : { request: { path: renamed(asked) } };
  return { group, mistake: title, plugin, files: all(files), links: all(links), ...shown };
}

/** Returns the output that the page shows for a mistake. */
function printedFor(title: string): string {
  const row = page.find((line) => line.startsWith(`| ${title} | `)) ?? '';
  return (row.split(' | ')[1] ?? '').replace(/^`+ ?| ?`+$/g, '').replaceAll('\\|', '|');
}

/** Mistakes of docs/plugins/mistakes.md, each in a separate plugin. */
export const documentedFaults: readonly PluginFault[] = Object.entries(documented).map(([key, entry]) =>
  ofPage(key, entry),
);
