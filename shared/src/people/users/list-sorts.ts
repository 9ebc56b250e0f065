// Separate from the schemas, so that the browser does not load a validator for them.
export const userSorts = ["id", "name", "email", "created", "lastSeen"] as const;
export const activitySorts = ["lastSeen", "name", "signIns"] as const;

/** The most users of one action on several. */
export const usersAtOnceMax = 100;
