//! Results as columns, for programs: CSV and Parquet.

use crate::failure::Failure;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::sync::Arc;

/// The values of one column.
pub enum Values {
    /// Words.
    Text(Vec<String>),
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Whole numbers, of which some are missing.
    Maybe(Vec<Option<i64>>),
    /// Numbers.
    Number(Vec<f64>),
}

/// Columns of one length, each with its name.
pub struct Columns(pub Vec<(&'static str, Values)>);

impl Columns {
    fn rows(&self) -> usize {
        self.0.first().map_or(0, |(_, values)| match values {
            Values::Text(values) => values.len(),
            Values::Whole(values) => values.len(),
            Values::Maybe(values) => values.len(),
            Values::Number(values) => values.len(),
        })
    }

    /// As CSV, with a heading.
    pub fn csv(&self) -> Result<String, Failure> {
        let mut records = vec![self.0.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>()];
        for row in 0..self.rows() {
            let cell = |(_, values): &(&str, Values)| match values {
                Values::Text(values) => values[row].clone(),
                Values::Whole(values) => values[row].to_string(),
                Values::Maybe(values) => values[row].map(|value| value.to_string()).unwrap_or_default(),
                Values::Number(values) => values[row].to_string(),
            };
            records.push(self.0.iter().map(cell).collect());
        }
        crate::commands::odds::csv_text(&records)
    }

    /// As a Parquet file.
    pub fn parquet(&self) -> Result<Vec<u8>, Failure> {
        self.parquet_bytes().map_err(|error| Failure::refused(format!("cannot write Parquet: {error}")))
    }

    fn parquet_bytes(&self) -> parquet::errors::Result<Vec<u8>> {
        let field = |(name, values): &(&'static str, Values)| {
            let (physical, logical) = match values {
                Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
                Values::Whole(_) | Values::Maybe(_) => (Physical::INT64, None),
                Values::Number(_) => (Physical::DOUBLE, None),
            };
            let built = Type::primitive_type_builder(name, physical)
                .with_repetition(match values {
                    Values::Maybe(_) => Repetition::OPTIONAL,
                    Values::Text(_) | Values::Whole(_) | Values::Number(_) => Repetition::REQUIRED,
                })
                .with_logical_type(logical)
                .build();
            built.map(Arc::new)
        };
        let fields = self.0.iter().map(field).collect::<parquet::errors::Result<Vec<_>>>()?;
        let schema = Arc::new(Type::group_type_builder("croupier").with_fields(fields).build()?);
        let mut bytes = Vec::new();
        let mut file =
            SerializedFileWriter::new(&mut bytes, schema, Arc::new(WriterProperties::builder().build()))?;
        let mut group = file.next_row_group()?;
        for (_, values) in &self.0 {
            let Some(mut column) = group.next_column()? else { break };
            match values {
                Values::Text(values) => {
                    let values: Vec<ByteArray> =
                        values.iter().map(|text| ByteArray::from(text.as_str())).collect();
                    column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
                }
                Values::Whole(values) => {
                    column.typed::<Int64Type>().write_batch(values, None, None)?;
                }
                Values::Maybe(values) => {
                    let there: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
                    let values: Vec<i64> = values.iter().copied().flatten().collect();
                    column.typed::<Int64Type>().write_batch(&values, Some(&there), None)?;
                }
                Values::Number(values) => {
                    column.typed::<DoubleType>().write_batch(values, None, None)?;
                }
            }
            column.close()?;
        }
        group.close()?;
        file.close()?;
        Ok(bytes)
    }
}
