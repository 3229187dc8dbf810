/** Yuan with two places, as platforms write them. */
export function inYuan(minor: number): string {
  return (minor / 100).toFixed(2);
}

/** Minor units; undefined unless the text is an amount above zero with at most two decimal places. */
export function inMinor(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0
    ? Math.round(Number(text) * 100)
    : undefined;
}

/** `yyyy-MM-dd HH:mm:ss` in China. */
export function timeInChina(moment: Date): string {
  return moment.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
}
