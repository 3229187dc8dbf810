import type { PluginNames } from './names.ts';

/** README: list of files, and next commands. */
export const readme = ({ plugin, address, service, table }: PluginNames): string => `# The plugin ${plugin}

Notes that users keep for themselves. Replace them by what this plugin is for.

| file | what it does |
|---|---|
| \`module.json\` | name, version, the modules that it requires |
| \`migrations/001_notes.ts\` | the table \`${table}\`; once it was applied, change it by a new migration |
| \`failures.ts\` | code, status and sentence of what can go wrong |
| \`shapes/note.ts\` | the fields that leave the system |
| \`services/notes.ts\` | the rules, and the only place that sees SQL |
| \`services.ts\` | makes it known as \`${service}\` |
| \`resources/notes.ts\` | serves \`/api${address}\` |
| \`test/notes.test.ts\` | shows that it works |

\`\`\`
npx lectern test ${plugin}
npx lectern check plugins/${plugin}
npm run dev
\`\`\`
`;
