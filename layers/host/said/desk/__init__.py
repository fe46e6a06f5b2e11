"""The desk: what people may ask of the host, each thing defined once for every door."""
