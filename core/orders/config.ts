/** Section `modules.orders` of the configuration; `module.json` holds the schema and the defaults. */
export interface OrdersConfig {
  readonly atOnce: number;
  readonly closeAfterHours: number;
  readonly refundDays: number;
}
