/** The options of `flue run` as they were typed. */
export interface RunFlags {
  payload?: string;
  id?: string;
  model?: string;
  root?: string;
  env?: string;
  jsonEvents?: boolean;
}
