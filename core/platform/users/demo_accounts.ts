/** Published password of all accounts of the demo data. */
export const demoPassword = 'Lectern-2026';

export function demoUuid(id: number): string {
  return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
}
