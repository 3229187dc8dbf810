import { manifest, type Files } from '../../support/installation.ts';

/** A deliberate mistake of a plugin, whose effect is observed. */
export interface PluginFault {
  readonly mistake: string;
  /** Plugin with the mistake. */
  readonly plugin: string;
  /** Files of the plugin, and other files that the mistake needs. */
  readonly files?: Files;
  /** Symbolic links, path -> target. */
  readonly links?: Readonly<Record<string, string>>;
  /** Paths of named pipes. */
  readonly pipes?: readonly string[];
  /** Request that leads to the mistake; without one, the plugin makes it during the start. */
  readonly request?: FaultRequest;
}

export interface FaultRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns manifest and files of a plugin. @param files path in the folder of the plugin -> text */
export function pluginFiles(name: string, files: Files, more: object = {}): Files {
  const own = Object.entries(files).map(([path, text]) => [`plugins/${name}/${path}`, text]);
  return { [`plugins/${name}/module.json`]: manifest(name, more), ...Object.fromEntries(own) };
}
