/** Names for the files of a new plugin, derived from the name of the plugin. */
export type PluginNames = ReturnType<typeof namesOf>;

/** Variants of the files of a new plugin. */
export interface PluginTerms {
  /** Commands that the README lists. */
  readonly commands: readonly string[];
  /** Whether the test uses the users of the platform. */
  readonly platform: boolean;
}

const MAX_LENGTH = 40;

/** @throws Error with the naming rule for an invalid plugin name */
export function namesOf(plugin: string) {
  if (!/^[a-z][a-z0-9_]*$/.test(plugin) || plugin.length > MAX_LENGTH) {
    const rule = `lower-case letters, digits and underscores, a letter first, at most ${MAX_LENGTH} characters`;
    throw new Error(`"${plugin}" cannot name a plugin; use ${rule}, such as reading_list.`);
  }
  const pascal = plugin.replaceAll(/(?:^|_+)([a-z0-9]?)/g, (_, first: string) => first.toUpperCase());
  return {
    /** Plugin and folder: `reading_list`. */
    plugin,
    table: `${plugin}_notes`,
    /** Event about a new note. */
    event: `${plugin}.new`,
    shape: `${pascal}Note`,
    /** Address below `/api`. */
    address: `/plugins/${plugin}/notes`,
  };
}
