/** A key that is forgotten here still works for whoever has it. */
export const REVOKE =
  'Revoke the old key where it was made as well: on the API page of the service, or for the paper service with npm run paper -- keys revoke.'
