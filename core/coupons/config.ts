/** Section `modules.coupons` of the configuration; `module.json` holds the schema and the defaults. */
export interface CouponsConfig {
  readonly wrongCodesPerHour: number;
}
