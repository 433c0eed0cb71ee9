/** A number of things, such as `1 asset` or `2 assets`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
