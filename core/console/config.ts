/** Section `modules.console` of the configuration. */
export interface ConsoleConfig {
  readonly sampleSeconds: number;
}
