import type { PluginNames, PluginTerms } from './names.ts';

/** Text of `README.md`: a list of the files, and the next commands. */
export const readme = (
  { plugin, address, event, table }: PluginNames,
  { commands }: PluginTerms,
): string => `# The plugin ${plugin}

Notes that users keep for themselves. Replace this text by the purpose of the plugin.

| file | what it does |
|---|---|
| \`module.json\` | name, version, the modules that it requires |
| \`migrations/001_notes.ts\` | the table \`${table}\`; after it was applied, change it by a new migration |
| \`failures.ts\` | code, status and message of each failure |
| \`shapes/note.ts\` | the fields of answers, and which of them clients may give, filter and sort by |
| \`services/notes.ts\` | the rules, and the only file that uses the table |
| \`resources/notes.ts\` | serves \`/api${address}\` |
| \`subscribers/log_note.ts\` | reacts to the event \`${event}\` |
| \`test/resources/notes.test.ts\` | tests of the plugin |

\`\`\`
${commands.join('\n')}
\`\`\`
`;
