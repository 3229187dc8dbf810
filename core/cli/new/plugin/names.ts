/** What the things of a new plugin are called. */
export interface PluginNames {
  /** Of the plugin and its folder: `reading_list`. */
  readonly plugin: string;
  /** Of its table: `reading_list_notes`. */
  readonly table: string;
  /** Of its service: `readingListNotes`. */
  readonly service: string;
  /** Of its shape: `ReadingListNote`. */
  readonly shape: string;
  /** Where it serves, below `/api`. */
  readonly address: string;
}

const LONGEST = 40;

/** @throws Error with the rule, for what cannot name a plugin */
export function namesOf(plugin: string): PluginNames {
  if (!/^[a-z][a-z0-9_]*$/.test(plugin) || plugin.length > LONGEST) {
    const rule = `lower-case letters, digits and underscores, a letter first, at most ${LONGEST}`;
    throw new Error(`"${plugin}" cannot name a plugin; use ${rule}, such as reading_list.`);
  }
  const pascal = plugin.replaceAll(/(?:^|_+)([a-z0-9]?)/g, (_, first: string) => first.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return {
    plugin,
    table: `${plugin}_notes`,
    service: `${camel}Notes`,
    shape: `${pascal}Note`,
    address: `/plugins/${plugin}/notes`,
  };
}
