const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ]\d\d:\d\d:(?:\d\d|60)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const URI = /^[a-z][a-z\d+.-]*:\S+$/i;

/** Formats that are checked, by expressions that cannot run away. Any other `format` accepts every text. */
export const COMMON_FORMATS: Record<string, (text: string) => boolean> = {
  'date-time': (text) =>
    isDate(DATE_TIME.exec(text)?.[1]) && !Number.isNaN(Date.parse(text.replace(':60', ':59'))),
  date: (text) => isDate(text),
  email: (text) => text.length <= 320 && EMAIL.test(text),
  uri: (text) => URI.test(text),
  uuid: (text) => UUID.test(text),
};

function isDate(text: string | undefined): boolean {
  if (text === undefined || !DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
